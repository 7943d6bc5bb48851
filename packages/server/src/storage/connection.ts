import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from '../domain/ports/logger.ts';
import { drizzle } from './orm.ts';
import * as schema from './schema.ts';

/** Runs statements on any connection of the pool, or on that of a transaction. */
export type Executor = PgDatabase<NodePgQueryResultHKT, typeof schema>;

/** Runs one plain SQL statement; lets the queue join a transaction. */
export interface SqlRunner {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * A longer wait for a free connection means an overloaded or unreachable database, which is better reported.
 */
const CONNECT_TIMEOUT_MS = 5_000;
/** No statement needs more than a fraction of this. It releases what a lost network would hold. */
const STATEMENT_TIMEOUT_MS = 20_000;

/** @param name shown in `pg_stat_activity` */
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
  // The pool replaces an idle connection that breaks; without a listener the process would crash.
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection broke'));
  return pool;
}

/** Typed statements on a pool, or on one connection and its transaction. */
export function executorOf(client: pg.Pool | pg.PoolClient): Executor {
  return drizzle({ client, schema });
}
