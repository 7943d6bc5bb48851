import pg from 'pg';

/** A SQL statement as the server's code sent it, with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

type ClientQuery = (...args: unknown[]) => unknown;

/**
 * Records the statements and values that the server's code sends to the database while `work` runs, on any pool of
 * this process. Calls can't overlap.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  const client = pg.Client.prototype as unknown as { query: ClientQuery };
  const { query } = client;
  client.query = recordQueries(query, statements);
  try {
    await work();
  } finally {
    // Restores the original method, because all test files of one process share this class.
    client.query = query;
  }
  return statements;
}

type QueryArgument = string | { readonly text?: string; readonly values?: readonly unknown[] };

function recordQueries(query: ClientQuery, statements: Statement[]): ClientQuery {
  return function recorded(this: unknown, ...args: unknown[]) {
    const [statement, argumentValues] = args as [QueryArgument, unknown];
    const { text, values = Array.isArray(argumentValues) ? argumentValues : [] } =
      typeof statement === 'string' ? { text: statement } : statement;
    if (text !== undefined) statements.push({ text, values });
    return query.apply(this, args);
  };
}
