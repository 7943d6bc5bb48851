import pg from 'pg';

/** A statement as the product sent it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

let current: Statement[] | null = null;
let isPatched = false;

/**
 * What the product's own code sends to the database while `work` runs: its statements with their values, by whichever pool. One work at a
 * time.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<readonly Statement[]> {
  patch();
  const statements: Statement[] = [];
  current = statements;
  try {
    await work();
  } finally {
    current = null;
  }
  return statements;
}

type Sent = string | { readonly text?: string; readonly values?: readonly unknown[] };

function patch(): void {
  if (isPatched) return;
  isPatched = true;
  const client = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = client;
  client.query = function recorded(this: unknown, ...args: unknown[]) {
    const [sent, given] = args as [Sent, unknown];
    const { text, values = Array.isArray(given) ? given : [] } =
      typeof sent === 'string' ? { text: sent } : sent;
    if (text !== undefined) current?.push({ text, values });
    return query.apply(this, args);
  };
}
