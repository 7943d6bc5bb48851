import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { LaunchError } from './launch-error.ts';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import type { EmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { removeRetainedClusters, upgradeMajor } from './postgres/major-upgrade.ts';
import type { LaunchSettings } from './settings.ts';

/** Database of a product: the embedded one, which is restarted after a crash, or the one of DATABASE_URL. */
export class ProductDatabase {
  readonly #settings: LaunchSettings;
  readonly #say: (line: string) => void;
  readonly #onFatal: (error: unknown) => void;
  readonly #signal: AbortSignal;
  #embedded: Promise<EmbeddedPostgres> | null = null;

  /**
   * Creates the database of a product.
   * @param onFatal called when a crashed database cannot be started again
   * @param signal aborted when the product stops
   */
  constructor(
    settings: LaunchSettings,
    say: (line: string) => void,
    onFatal: (error: unknown) => void,
    signal: AbortSignal,
  ) {
    this.#settings = settings;
    this.#say = say;
    this.#onFatal = onFatal;
    this.#signal = signal;
  }

  async start(): Promise<string> {
    if (this.#settings.databaseUrl !== null) {
      this.#say('  Database: the one of DATABASE_URL');
      return this.#settings.databaseUrl;
    }
    const folder = join(this.#settings.dataFolder, 'postgres');
    await upgradeMajor({ folder, say: this.#say, move: (from, to) => this.#move(from, to) });
    removeRetainedClusters(folder, Date.now());
    const startedAt = performance.now();
    const database = await this.#startEmbedded();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const how = database.wasAdopted ? 'was running still' : `ready in ${seconds} s`;
    this.#say(`  Database: embedded PostgreSQL, ${how}`);
    if (database.note !== undefined) this.#say(`  ${database.note}`);
    return database.url;
  }

  async stop(): Promise<void> {
    // Waits for a start in progress. If it failed, the caller of `start` has reported the error.
    const database = await this.#embedded?.catch(() => null);
    await database?.stop();
  }

  /** Copies the database to a newer server. The program reads the URLs, with passwords, from standard input. */
  async #move(from: string, to: string): Promise<void> {
    const program = join(this.#settings.mainsFolder, 'main-move-database.ts');
    const child = spawn(process.execPath, [program], {
      stdio: ['pipe', 'pipe', 'pipe'],
      signal: this.#signal,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    child.stdin.end(JSON.stringify({ from, to }));
    const [code] = (await once(child, 'close')) as [number | null];
    if (this.#signal.aborted) throw new LaunchError('Stopped while starting.');
    if (code !== 0) {
      throw new LaunchError(
        `The database could not be copied; the old one is untouched:\n\n${output.trim()}`,
      );
    }
    this.#say(`  ${output.trim()}`);
  }

  async #startEmbedded(): Promise<EmbeddedPostgres> {
    this.#embedded = startEmbeddedPostgres({ folder: join(this.#settings.dataFolder, 'postgres') });
    const database = await this.#embedded;
    void database.exited.then(() => this.#restart());
    return database;
  }

  /** Restarts the database on the same port, so that the pools of API and workers reconnect by themselves. */
  async #restart(): Promise<void> {
    if (this.#signal.aborted) return;
    this.#say('The database ended unexpectedly; starting it again');
    try {
      await this.#startEmbedded();
    } catch (error) {
      this.#onFatal(error);
    }
  }
}
