import type pg from 'pg';
import type { Clock } from '../clock.ts';

/** Keys of the advisory locks; any numbers that are unique in this database. */
const LOCKS = {
  sweep: 7_205_340_012,
  renew: 7_205_340_013,
  tidy: 7_205_340_014,
  strays: 7_205_340_015,
  webhooks: 7_205_340_016,
  runs: 7_205_340_017,
  'old-runs': 7_205_340_018,
  deliveries: 7_205_340_019,
} as const;

/** Work that only one process may do at a time. */
export type LeadTask = keyof typeof LOCKS;

export const LEAD_TASKS = Object.keys(LOCKS) as readonly LeadTask[];

/** Number of connections for concurrent statements of jobs and of leaders. */
const CONNECTIONS_FOR_STATEMENTS = 3;

/**
 * Number of connections a worker needs. Leading a task (being the only process that does it) holds one connection, and
 * the task's work needs another. With fewer, a worker that leads every task at once, as after a start, would block
 * itself.
 */
export const workerPoolSize = (jobsAtOnce: number): number =>
  LEAD_TASKS.length + CONNECTIONS_FOR_STATEMENTS + jobsAtOnce;

/**
 * Runs `work` unless another process is doing it. Holds an advisory lock meanwhile, which the database releases if
 * this connection breaks.
 * @param work receives the database's clock, because this machine's may be wrong and removals are final
 * @returns the result of `work`, or null if another process is the leader
 */
export async function asLeader<T>(
  pool: pg.Pool,
  task: LeadTask,
  work: (clock: Clock) => Promise<T>,
): Promise<T | null> {
  const client = await pool.connect();
  let brokenBy: Error | undefined;
  const onError = (error: Error) => (brokenBy = error);
  client.on('error', onError);
  // After a failed statement, the connection's state is unknown, so the connection must not return to the pool.
  const ask = <Row extends pg.QueryResultRow>(text: string): Promise<pg.QueryResult<Row>> =>
    client.query<Row>(text, [LOCKS[task]]).catch((error: Error) => {
      brokenBy = error;
      throw error;
    });
  try {
    const { rows } = await ask<{ won: boolean; now: Date }>('select pg_try_advisory_lock($1) as won, now()');
    const [lead] = rows;
    if (lead?.won !== true) return null;
    const ledFromMs = lead.now.getTime() - performance.now();
    try {
      return await work({ now: () => new Date(ledFromMs + performance.now()) });
    } finally {
      await ask('select pg_advisory_unlock($1)');
    }
  } finally {
    client.off('error', onError);
    client.release(brokenBy);
  }
}
