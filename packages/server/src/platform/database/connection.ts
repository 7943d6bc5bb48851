import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from '../logging/logger.ts';
import { drizzle } from './orm.ts';
import { PreparedClient } from './prepared-client.ts';

/** Runs statements on any connection of the pool, or on that of a transaction. */
export type Executor = PgDatabase<NodePgQueryResultHKT>;

/** Runs one plain SQL statement; lets the queue join a transaction. */
export interface SqlRunner {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** A longer wait for a free connection means that the database is overloaded or unreachable, so an error is better. */
export const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Idle connections are kept this long, because a new one costs ten milliseconds and has no prepared plans. An unused
 * server closes them eventually.
 */
const KEPT_IDLE_MS = 10 * 60_000;
/** Far above the time of any statement; frees resources held by lost connections. */
const STATEMENT_TIMEOUT_MS = 20_000;

/** The server answers or aborts every statement earlier, so a longer silence means a dead connection. */
export const SILENCE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/**
 * Makes the server detect within 25 s that a client vanished (a power cut, a pulled cable), and free its locks.
 * PostgreSQL's default of two hours would block leadership of scheduled rounds.
 */
export const LOST_CLIENTS =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000';

/** Disables parallel queries: starting a second server process takes longer than our queries, of which many run at once. */
const NO_HELPERS = '-c max_parallel_workers_per_gather=0';

/** Time a migration blocks others while it lacks some of its table locks. The migration then releases them and starts over. */
export const YIELDING_MS = 700;

/**
 * @param name shown in `pg_stat_activity`
 * @param silenceTimeoutMs shortened in tests
 */
export function openPool(
  databaseUrl: string,
  size: number,
  name: string,
  logger: Logger,
  silenceTimeoutMs = SILENCE_TIMEOUT_MS,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    application_name: `packshot-${name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: KEPT_IDLE_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: silenceTimeoutMs,
    options: `${LOST_CLIENTS} ${NO_HELPERS}`,
    Client: PreparedClient,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  // The pool replaces an idle connection that breaks; without a listener the process would crash.
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection broke'));
  return pool;
}

/**
 * Typed statements on a pool, or on one connection and its transaction. The schema isn't passed: each transaction
 * creates an executor, and reading the schema's relations would take a millisecond. Statements name their tables
 * instead.
 */
export const createExecutor = (client: pg.Pool | pg.PoolClient): Executor => drizzle({ client });
