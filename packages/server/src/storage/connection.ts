import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from '../domain/ports/logger.ts';
import * as schema from './schema.ts';

/** Runs statements: on any connection of the pool, or on the one of a transaction. */
export type Executor = PgDatabase<NodePgQueryResultHKT, typeof schema>;

/** Runs one statement in plain SQL; the queue joins a transaction through it. */
export interface SqlRunner {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Longer waits for a free connection mean an overloaded or unreachable database: better to say so. */
const CONNECT_TIMEOUT_MS = 5_000;
/** No statement of ours needs more than a fraction of this; it frees what a lost network would hold. */
const STATEMENT_TIMEOUT_MS = 20_000;

/**
 * @param name shows in `pg_stat_activity`
 */
export function openPool(databaseUrl: string, size: number, name: string, logger: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    application_name: `packshot-${name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection broke'));
  return pool;
}

/** Typed statements over a pool, or over one connection and its transaction. */
export function executorOf(client: pg.Pool | pg.PoolClient): Executor {
  return drizzle({ client, schema });
}
