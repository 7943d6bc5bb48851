import type pg from 'pg';

/** Any numbers nobody else uses in this database: each stands for "somebody is at it". */
const LOCKS = { sweep: 7_205_340_012, renew: 7_205_340_013 } as const;

/**
 * Runs `work` if no other process is at it, for as long as this one's connection lives.
 * @returns what `work` returned, or null when another process is the leader
 */
export async function asLeader<T>(
  pool: pg.Pool,
  task: keyof typeof LOCKS,
  work: () => Promise<T>,
): Promise<T | null> {
  const client = await pool.connect();
  let brokenBy: Error | undefined;
  const onError = (error: Error) => (brokenBy = error);
  client.on('error', onError);
  try {
    const { rows } = await client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [
      LOCKS[task],
    ]);
    if (rows[0]?.won !== true) return null;
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCKS[task]]);
    }
  } finally {
    client.off('error', onError);
    client.release(brokenBy);
  }
}
