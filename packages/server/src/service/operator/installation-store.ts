import type { DiskSpace } from '../../platform/http/http-settings.ts';
import { statfs } from 'node:fs/promises';
import type { RecentFigures } from './operator-figures.ts';
import { TOOL_OF_R } from '../../platform/database/columns.ts';
import type { Executor } from '../../platform/database/connection.ts';
import { sql } from '../../platform/database/orm.ts';

/**
 * SQL for figures about recently ended tasks. Reads the index on `finished_at` from its end, at most `limit` rows. So a
 * busy day costs no more than a quiet one.
 */
const recentFigures = (since: Date, limit: number) => sql<RecentFiguresRow>`
  with recent as materialized (
    select t.request_id, ${TOOL_OF_R} as tool, t.status, coalesce(t.error_code, 'UNKNOWN') as reason, t.finished_at,
      extract(epoch from t.started_at - t.created_at)::float8 as waited,
      extract(epoch from t.finished_at - t.started_at)::float8 as worked, r.cost, r.credit_state
    from (select request_id, status, error_code, created_at, started_at, finished_at from tasks
          where finished_at > ${since.toISOString()}::timestamptz order by finished_at desc limit ${limit}) t
    join generation_requests r on r.id = t.request_id
  ), requests as (select distinct request_id, cost, credit_state from recent)
  select
    (select count(*)::integer from recent) as tasks,
    (select min(finished_at) from recent) as since,
    (select coalesce(json_agg(f order by f.tool), '[]') from (
      select tool, count(*) filter (where status = 'SUCCESS') as succeeded,
        count(*) filter (where status = 'FAILURE') as failed,
        count(*) filter (where status = 'REVOKED') as canceled,
        percentile_cont(0.95) within group (order by greatest(waited, 0)) as p95_wait_seconds,
        percentile_cont(0.95) within group (order by greatest(worked, 0)) filter (where status = 'SUCCESS') as p95_work_seconds
      from recent group by tool) f) as by_tool,
    (select coalesce(json_agg(f order by f.tasks desc, f.tool, f.reason), '[]') from (
      select tool, reason, count(*) as tasks from recent where status = 'FAILURE'
      group by tool, reason order by count(*) desc, tool, reason limit 20) f) as failures,
    (select coalesce(sum(cost) filter (where credit_state = 'reserved'), 0)::integer from requests) as reserved,
    (select coalesce(sum(cost) filter (where credit_state = 'settled'), 0)::integer from requests) as settled,
    (select coalesce(sum(cost) filter (where credit_state = 'released'), 0)::integer from requests) as released`;

type RecentFiguresRow = Pick<RecentFigures, 'tasks' | 'by_tool' | 'failures'> &
  RecentFigures['credits'] & { readonly since: string | null };

/**
 * Creates the queries for the operator's figures.
 * @param objectsFolder folder of stored objects, or null if they are in a bucket
 */
export function createInstallationFigures(db: Executor, objectsFolder: string | null) {
  return {
    /** Figures about the latest tasks that ended since this time. */
    async recent(since: Date, limit: number): Promise<RecentFigures> {
      const { rows } = await db.execute<RecentFiguresRow>(recentFigures(since, limit));
      const [row] = rows;
      if (row === undefined) throw new Error('The database answered nothing');
      const { reserved, settled, released, tasks, by_tool, failures } = row;
      const credits = { reserved, settled, released };
      return {
        tasks,
        since: row.since === null ? null : new Date(row.since).toISOString(),
        by_tool,
        failures,
        credits,
      };
    },
    async databaseBytes(): Promise<number> {
      const { rows } = await db.execute<{ bytes: number }>(
        sql`select pg_database_size(current_database())::float8 as bytes`,
      );
      return rows[0]?.bytes ?? 0;
    },
    /** Space on the disk of the folder that stores objects, or null if they are in a bucket. */
    async disk(): Promise<DiskSpace | null> {
      if (objectsFolder === null) return null;
      const { bavail, blocks, bsize } = await statfs(objectsFolder);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },
  };
}

/** Figures about the whole installation. Each query reads a limited number of rows. */
export type InstallationFigures = ReturnType<typeof createInstallationFigures>;
