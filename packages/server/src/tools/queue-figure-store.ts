import { TOOL_OF_R } from '../platform/database/columns.ts';
import type { Executor } from '../platform/database/connection.ts';
import { sql } from '../platform/database/orm.ts';
import { WORKER_CONNECTION } from './task-feed.ts';
import type { QueueFigures } from '../platform/queue/queue-figures.ts';

/** Period before now in which ended tasks are counted. */
const RECENT = sql.raw(`interval '5 minutes'`);

type OpenTaskRow = Record<string, unknown> & QueueFigures['open'][number];
type Paced = Record<string, unknown> & QueueFigures['pace'][number];

export async function readQueueFigures(db: Executor): Promise<QueueFigures> {
  const [open, oldest, ended, pace, workers] = await Promise.all([
    db.execute<OpenTaskRow>(sql`
      select ${TOOL_OF_R} as tool, lower(t.status::text) as state, count(*)::integer as tasks
      from tasks t join generation_requests r on r.id = t.request_id
      where t.status in ('PENDING', 'STARTED') group by 1, 2 order by 1, 2`),
    db.execute<{ seconds: number }>(sql`
      select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
      from tasks where status = 'PENDING'`),
    db.execute<OpenTaskRow>(sql`
      select ${TOOL_OF_R} as tool, lower(t.status::text) as state, count(*)::integer as tasks
      from tasks t join generation_requests r on r.id = t.request_id
      where t.finished_at > now() - ${RECENT} group by 1, 2 order by 1, 2`),
    db.execute<Paced>(sql`
      select ${TOOL_OF_R} as tool, avg(extract(epoch from t.started_at - t.created_at))::float8 as "waitedSeconds",
        avg(extract(epoch from t.finished_at - t.started_at))::float8 as "workedSeconds"
      from tasks t join generation_requests r on r.id = t.request_id
      where t.finished_at > now() - ${RECENT} and t.started_at is not null group by 1 order by 1`),
    db.execute<{ workers: number }>(sql`select count(*)::integer as workers from pg_stat_activity
       where datname = current_database() and application_name = ${WORKER_CONNECTION}`),
  ]);
  return {
    open: open.rows,
    oldestPendingSeconds: oldest.rows[0]?.seconds ?? 0,
    ended: ended.rows,
    pace: pace.rows,
    workers: workers.rows[0]?.workers ?? 0,
  };
}
