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

/**
 * A longer wait for a free connection means an overloaded or unreachable database, which is better reported.
 */
export const CONNECT_TIMEOUT_MS = 5_000;
/**
 * A connection that is opened anew costs ten milliseconds and knows no statement's plan. Whoever comes after a pause should not pay for that; a
 * server that nobody uses for so long lets them go.
 */
const KEPT_IDLE_MS = 10 * 60_000;
/** No statement needs more than a fraction of this. It releases what a lost network would hold. */
const STATEMENT_TIMEOUT_MS = 20_000;

/** The server answers or ends every statement before; who still waits then is connected to nothing. */
export const SILENCE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/**
 * What each connection asks of the server: to notice within 25 s that its other end is gone without a word (a power cut, a pulled cable), and
 * to free what it holds. PostgreSQL's own default is two hours, for which nobody else could lead a round.
 */
export const LOST_CLIENTS =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000';

/**
 * Whoever waits for an answer waits longer for a second process of the server to start than for all that it would read; and many ask at once.
 */
const NO_HELPERS = '-c max_parallel_workers_per_gather=0';

/**
 * How long a migration keeps others waiting while it does not have all the tables that it needs. Then it lets them pass, and begins anew.
 */
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
 * Typed statements on a pool, or on one connection and its transaction. Each transaction makes one, so it is not given the schema, whose
 * relations it would read through each time, for a millisecond: statements name their tables.
 */
export const executorOf = (client: pg.Pool | pg.PoolClient): Executor => drizzle({ client });
