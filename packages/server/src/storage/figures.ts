import type pg from 'pg';

/** Tasks by state, for metrics and alarms. */
export interface QueueFigures {
  readonly pending: number;
  readonly started: number;
  /** Age of the oldest task that no worker has begun; 0 when there is none. */
  readonly oldestPendingSeconds: number;
}

export async function readQueueFigures(pool: pg.Pool): Promise<QueueFigures> {
  const { rows } = await pool.query<{ pending: number; started: number; oldest: number }>(`
    select count(*) filter (where status = 'PENDING')::integer as pending,
      count(*) filter (where status = 'STARTED')::integer as started,
      coalesce(extract(epoch from now() - min(created_at) filter (where status = 'PENDING')), 0)::float8 as oldest
    from tasks where status in ('PENDING', 'STARTED')`);
  const [row] = rows;
  return { pending: row?.pending ?? 0, started: row?.started ?? 0, oldestPendingSeconds: row?.oldest ?? 0 };
}
