import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * Matches the error of a statement whose result columns have changed since it was planned. For example, a newer release
 * added a column to `*`.
 */
const STALE_PLAN = /cached plan must not change result type/;
/**
 * Maximum number of prepared statements, more than our code has. Limits the database's memory if statement texts are
 * generated.
 */
const MOST_STATEMENTS = 400;

/**
 * A connection on which the database parses each parameterized statement only once and can reuse its plan, which halves
 * a task's database time. PostgreSQL plans again when a table changes, and reuses a generic plan only if it isn't more
 * expensive.
 */
export class PreparedClient extends pg.Client {
  readonly #names = new Map<string, string>();
  /**
   * Number in the names of prepared statements. Increases when plans become stale, so that older ones aren't used
   * anymore.
   */
  #generation = 0;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // The statement with the stale plan fails this once; the caller may retry.
    this.connection.on('errorMessage', ({ message }: Error) => {
      if (!STALE_PLAN.test(message)) return;
      this.#generation += 1;
      this.#names.clear();
    });
    // Passes all arguments on without their types, because pg declares a dozen overloads of `query`.
    this.query = ((what: unknown, ...rest: unknown[]) =>
      Reflect.apply(super.query, this, [this.#withName(what, rest[0]), ...rest]) as unknown) as never;
  }

  #withName(what: unknown, argumentValues: unknown): unknown {
    const config = typeof what === 'string' ? { text: what } : (what as Partial<pg.QueryConfig>);
    const values = config.values ?? argumentValues;
    const isPlain = typeof config.text === 'string' && !config.name && !('submit' in config);
    if (!isPlain || !Array.isArray(values) || values.length === 0) return what;
    const name = this.#getName(config.text ?? '');
    return name === null ? what : { ...config, name };
  }

  /** Returns the name under which the statement is prepared, or null once there are too many. */
  #getName(text: string): string | null {
    const cachedName = this.#names.get(text);
    if (cachedName !== undefined) return cachedName;
    if (this.#names.size >= MOST_STATEMENTS) return null;
    const name = createHash('sha256').update(`${this.#generation} ${text}`).digest('base64url');
    this.#names.set(text, name);
    return name;
  }
}
