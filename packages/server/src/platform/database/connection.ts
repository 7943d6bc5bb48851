import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from '../logging/logger.ts';
import { drizzle } from './orm.ts';
import { PreparedClient } from './prepared-client.ts';

export type Executor = PgDatabase<NodePgQueryResultHKT>;

/**
 * Name for Drizzle's `prepare`, which builds a frequent statement's SQL once instead of at each call. The connection
 * prepares it under a name of its own.
 */
export const NAMED_BY_CONNECTION = '';

/** Runs one plain SQL statement; lets the job queue take part in a transaction. */
export interface SqlRunner {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * Time limit for getting a connection from the pool. A longer wait means that the database is overloaded or
 * unreachable, so an error is better.
 */
export const CONNECT_TIMEOUT_MS = 5_000;
/**
 * How long an idle connection stays open. Opening a new one takes ten milliseconds, and it has no prepared statements
 * yet.
 */
const KEPT_IDLE_MS = 10 * 60_000;
/**
 * Maximum time of a statement, and of a pause within a transaction; far above what any statement needs. Frees the
 * resources that lost connections hold.
 */
const STATEMENT_TIMEOUT_MS = 20_000;

/**
 * Time without a response after which a connection counts as dead. The database server answers or aborts every
 * statement earlier.
 */
export const SILENCE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/**
 * Connection options that make the database server notice within 25 s that a client vanished (a power cut, a pulled
 * cable). The server then frees the client's locks. PostgreSQL's default is two hours, in which no other process could
 * take over scheduled rounds.
 */
export const LOST_CLIENTS =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000';

/**
 * Connection option that disables parallel queries: starting a second database process takes longer than our queries,
 * of which many run at once.
 */
const NO_HELPERS = '-c max_parallel_workers_per_gather=0';

/**
 * Time for which a migration may block other transactions while it waits for the rest of its table locks. Then it
 * releases all of them and starts over.
 */
export const YIELDING_MS = 700;

/**
 * Opens a pool of connections.
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
 * Creates an executor for typed statements on a pool, or on one connection and its transaction. The schema isn't
 * passed, because reading the schema's relations would take a millisecond per transaction. Statements name their
 * tables instead.
 */
export const createExecutor = (client: pg.Pool | pg.PoolClient): Executor => drizzle({ client });
