import type pg from 'pg';

/** How far back the figures of what has ended look. */
const RECENT = `interval '5 minutes'`;

/** The queue, for metrics and alarms. */
export interface QueueFigures {
  /** Tasks that have not ended, by tool and state. */
  readonly open: readonly { readonly tool: string; readonly state: string; readonly tasks: number }[];
  /** Age of the oldest task that no worker has begun; 0 when there is none. */
  readonly oldestPendingSeconds: number;
  /** Tasks that ended within the last five minutes, by tool and how. */
  readonly ended: readonly { readonly tool: string; readonly state: string; readonly tasks: number }[];
  /** Of those that a worker had begun, by tool: mean time from acceptance to the beginning, and from there to the end. */
  readonly pace: readonly {
    readonly tool: string;
    readonly waitedSeconds: number;
    readonly workedSeconds: number;
  }[];
}

type Counted = QueueFigures['open'][number];
type Paced = QueueFigures['pace'][number];

export async function readQueueFigures(pool: pg.Pool): Promise<QueueFigures> {
  const [open, oldest, ended, pace] = await Promise.all([
    pool.query<Counted>(`
      select r.tool, lower(t.status::text) as state, count(*)::integer as tasks
      from tasks t join generation_requests r on r.id = t.request_id
      where t.status in ('PENDING', 'STARTED') group by 1, 2 order by 1, 2`),
    pool.query<{ seconds: number }>(`
      select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
      from tasks where status = 'PENDING'`),
    pool.query<Counted>(`
      select r.tool, lower(t.status::text) as state, count(*)::integer as tasks
      from tasks t join generation_requests r on r.id = t.request_id
      where t.finished_at > now() - ${RECENT} group by 1, 2 order by 1, 2`),
    pool.query<Paced>(`
      select r.tool, avg(extract(epoch from t.started_at - t.created_at))::float8 as "waitedSeconds",
        avg(extract(epoch from t.finished_at - t.started_at))::float8 as "workedSeconds"
      from tasks t join generation_requests r on r.id = t.request_id
      where t.finished_at > now() - ${RECENT} and t.started_at is not null group by 1 order by 1`),
  ]);
  return {
    open: open.rows,
    oldestPendingSeconds: oldest.rows[0]?.seconds ?? 0,
    ended: ended.rows,
    pace: pace.rows,
  };
}
