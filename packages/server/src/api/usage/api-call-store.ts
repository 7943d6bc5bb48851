import type { ApiKeyMode, TaskTool } from '@packshot/contract';
import type { Executor } from '../../platform/database/connection.ts';
import { and, desc, eq, gte, sql } from '../../platform/database/orm.ts';
import { apiCalls, apiKeys } from '../schema.ts';
import { generationRequests } from '../../tools/schema.ts';

export interface ApiCall {
  readonly requestId: string;
  readonly keyId: string;
  /** Tool of the call, or null for calls without a tool. */
  readonly tool: TaskTool | null;
  readonly method: string;
  /** Route pattern of the router, with placeholders instead of ids. */
  readonly route: string;
  readonly status: number;
  /** Error code of the answer, or null for a success. */
  readonly code: string | null;
  readonly durationMs: number;
  /** Id of the job that the call started. The job's credits may still be refunded. */
  readonly jobId: string | null;
  /** Credits charged for the call, or reserved for its job. */
  readonly credits: number;
  readonly at: Date;
}

export interface CallFilter {
  readonly organizationId: string;
  /** Member whose calls are counted, or null for the whole organization. */
  readonly userId: string | null;
  readonly keyId: string | null;
  readonly tool: string | null;
  /** Earliest time, the start of a day (UTC). */
  readonly since: Date;
}

interface UsageFigures {
  readonly calls: number;
  readonly errors: number;
  /** 95th percentile of call durations, or null if there were no calls. */
  readonly p95Ms: number | null;
  readonly credits: number;
}

interface KeyFigures extends UsageFigures {
  readonly keyId: string;
  readonly name: string;
  readonly secretStart: string;
  readonly mode: ApiKeyMode;
  readonly hasEnded: boolean;
}

export interface CallFigures {
  readonly total: UsageFigures;
  /** Figures per day, such as `2026-11-23`; days without calls are left out. */
  readonly byDay: readonly (UsageFigures & { readonly day: string })[];
  readonly byKey: readonly KeyFigures[];
  readonly byTool: readonly (UsageFigures & { readonly tool: string | null })[];
}

type FiguresRow = Record<string, unknown> & {
  /** SQL grouping bits (day, key, tool): a set bit means that the row aggregates over this column. */
  grouping: number;
  day: string | null;
  key_id: string | null;
  tool: string | null;
  name: string | null;
  secret_start: string | null;
  mode: ApiKeyMode | null;
  has_ended: boolean | null;
  calls: number;
  errors: number;
  p95_ms: number | null;
  credits: number;
};

const [TOTAL, BY_TOOL, BY_KEY, BY_DAY] = [0b111, 0b110, 0b101, 0b011];

/** Credits of a call without those that were refunded. */
const KEPT_CREDITS = sql<number>`case when ${generationRequests.creditState} = 'released' then 0 else ${apiCalls.credits} end`;
/** Call duration, rounded to two significant digits to keep the histogram small. */
const DURATION = sql<number>`round(${apiCalls.durationMs}::numeric, 1 - floor(log(greatest(${apiCalls.durationMs}, 1)))::integer)::integer`;
const DAY = sql<string>`(${apiCalls.at} at time zone 'UTC')::date`;
const END = sql`(select day from api_call_days_end)`;

const filterCalls = (filter: CallFilter) =>
  and(
    eq(apiCalls.organizationId, filter.organizationId),
    gte(apiCalls.at, filter.since),
    filter.userId === null
      ? undefined
      : sql`exists (select from api_keys k where k.id = ${apiCalls.keyId} and k.user_id = ${filter.userId})`,
    filter.keyId === null ? undefined : eq(apiCalls.keyId, filter.keyId),
    filter.tool === null ? undefined : sql`${apiCalls.tool} = ${filter.tool}`,
  );

async function readEnd(db: Executor): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(sql`select day::text as day from api_call_days_end`);
  if (rows[0] === undefined) throw new Error('The day up to which calls are summed is unknown');
  return rows[0].day;
}

export function createApiCallStore(db: Executor) {
  return {
    /** Inserts calls into the log. Skips calls of deleted keys and calls that are already stored. */
    async insert(calls: readonly ApiCall[]): Promise<void> {
      const rows = calls.map(({ at, ...call }) => ({ ...call, at: at.toISOString() }));
      await db.execute(sql`
        insert into api_calls
          (request_id, organization_id, key_id, tool, method, route, status, code, job_id, duration_ms, credits, at)
        select c."requestId", k.organization_id, k.id, c.tool, c.method, c.route, c.status, c.code,
          -- A machine whose clock is days behind must not add to a day that is summed up.
          c."jobId", c."durationMs", c.credits, greatest(c.at, ${END}::timestamp at time zone 'UTC')
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(
          "requestId" uuid, "keyId" uuid, tool text, method text, route text, status smallint, code text,
          "jobId" uuid, "durationMs" integer, credits integer, at timestamptz)
        join api_keys k on k.id = c."keyId"
        on conflict do nothing`);
    },

    async figures(filter: CallFilter): Promise<CallFigures> {
      // Days before `end` are read from the totals, even if another day is summed up meanwhile. `end` is passed as a
      // value, because with an unknown range the planner would scan all jobs.
      const end = await readEnd(db);
      const openSince = new Date(Math.max(filter.since.getTime(), Date.parse(`${end}T00:00:00Z`)));
      const ofKey = filter.keyId === null ? sql`` : sql`and d.key_id = ${filter.keyId}`;
      const ofUser =
        filter.userId === null
          ? sql``
          : sql`and exists (select from api_keys k where k.id = d.key_id and k.user_id = ${filter.userId})`;
      const ofTool = filter.tool === null ? sql`` : sql`and d.tool = ${filter.tool}`;
      const { rows } = await db.execute<FiguresRow>(sql`
        with sums as (
          select d.* from api_call_days d
          where d.organization_id = ${filter.organizationId}
            and d.day >= (${filter.since}::timestamptz at time zone 'UTC')::date and d.day < ${end}::date
            ${ofKey} ${ofUser} ${ofTool}
        ), lines as (
          select ${DAY} as day, ${apiCalls.keyId} as key_id, ${apiCalls.tool} as tool,
            (${apiCalls.status} >= 400)::integer as errors, ${KEPT_CREDITS} as credits, ${DURATION} as ms
          from ${apiCalls} left join ${generationRequests} on ${generationRequests.id} = ${apiCalls.jobId}
          where ${filterCalls({ ...filter, since: openSince })}
        ), counted as (
          select day, key_id, nullif(tool, '') as tool, calls, errors, credits from sums
          union all select day, key_id, tool, 1, errors, credits from lines
        ), timed as (
          select day, key_id, nullif(tool, '') as tool, t.ms, t.calls from sums, unnest(durations_ms, durations_calls) t(ms, calls)
          union all select day, key_id, tool, ms, 1 from lines
        ), figures as (
          select grouping(day, key_id, tool)::integer as grouping, day, key_id, tool,
            coalesce(sum(calls), 0)::integer as calls, coalesce(sum(errors), 0)::integer as errors,
            coalesce(sum(credits), 0)::integer as credits
          from counted group by grouping sets ((), (day), (key_id), (tool))
        ), times as (
          select grouping, day, key_id, tool, min(ms) filter (where upto >= 0.95 * calls) as p95_ms
          from (
            select *, sum(here) over (partition by grouping, day, key_id, tool order by ms) as upto,
              sum(here) over (partition by grouping, day, key_id, tool) as calls
            from (
              select grouping(day, key_id, tool)::integer as grouping, day, key_id, tool, ms, sum(calls) as here
              from timed group by grouping sets ((ms), (ms, day), (ms, key_id), (ms, tool))
            ) each_time
          ) summed_up
          group by grouping, day, key_id, tool
        )
        select f.grouping, f.day::text as day, f.key_id, f.tool, f.calls, f.errors, f.credits, t.p95_ms,
          k.name, k.secret_start, k.mode, k.ended_at is not null as has_ended
        from figures f
        left join times t on (t.grouping, t.day, t.key_id, t.tool) is not distinct from (f.grouping, f.day, f.key_id, f.tool)
        -- One by one: those of others are not read.
        left join lateral (select * from api_keys where id = f.key_id limit 1) k on true
        order by f.tool, f.key_id`);
      return toCallFigures(rows);
    },

    /**
     * Writes the totals of the earliest day (UTC) that has none. Does nothing unless that day is before `before` and
     * has no reserved credits.
     * @returns whether totals were written
     */
    async sumUpDay(before: Date): Promise<boolean> {
      // The day is passed as a value, not joined in SQL. The planner would estimate an unknown range as a third of all
      // calls, and then scan all jobs.
      const day = await readEnd(db);
      if (day >= before.toISOString().slice(0, 'YYYY-MM-DD'.length)) return false;
      const { rowCount } = await db.execute(sql`
        with calls as materialized (
          select ${apiCalls.organizationId} as organization_id, ${apiCalls.keyId} as key_id, ${apiCalls.tool} as tool, ${DURATION} as ms,
            ${apiCalls.status} as status, ${KEPT_CREDITS} as credits, ${generationRequests.creditState} as credit_state
          from ${apiCalls} left join ${generationRequests} on ${generationRequests.id} = ${apiCalls.jobId}
          where ${apiCalls.at} >= ${day}::date::timestamp at time zone 'UTC'
            and ${apiCalls.at} < (${day}::date + 1)::timestamp at time zone 'UTC'
        ), due as (
          update api_call_days_end set day = day + 1
          where day = ${day}::date and not exists (select from calls where credit_state = 'reserved')
          returning day - 1 as day
        ), timed as (
          select organization_id, key_id, day, coalesce(tool, '') as tool, ms, count(*) as calls,
            count(*) filter (where status >= 400) as errors, sum(credits) as credits
          from due cross join calls group by 1, 2, 3, 4, 5
        ), summed_up as (
          insert into api_call_days
            (organization_id, key_id, day, tool, calls, errors, credits, durations_ms, durations_calls)
          select organization_id, key_id, day, tool, sum(calls), sum(errors), sum(credits),
            array_agg(ms order by ms), array_agg(calls order by ms)
          from timed group by 1, 2, 3, 4
        )
        select from due`);
      return (rowCount ?? 0) > 0;
    },

    /** Returns the most recent calls, newest first. */
    async last(filter: CallFilter, limit: number) {
      return db
        .select({
          requestId: apiCalls.requestId,
          keyId: apiCalls.keyId,
          keyName: apiKeys.name,
          tool: apiCalls.tool,
          method: apiCalls.method,
          route: apiCalls.route,
          status: apiCalls.status,
          code: apiCalls.code,
          durationMs: apiCalls.durationMs,
          credits: KEPT_CREDITS,
          at: apiCalls.at,
        })
        .from(apiCalls)
        .innerJoin(apiKeys, eq(apiKeys.id, apiCalls.keyId))
        .leftJoin(generationRequests, eq(generationRequests.id, apiCalls.jobId))
        .where(filterCalls(filter))
        .orderBy(desc(apiCalls.at), desc(apiCalls.requestId))
        .limit(limit);
    },

    /**
     * Deletes calls before this time, and the totals of whole days before it.
     * @returns the number of deleted calls, at most `limit`
     */
    async deleteBefore(before: Date, limit: number): Promise<number> {
      await db.execute(sql`
        delete from api_call_days where day < (${before}::timestamptz at time zone 'UTC')::date`);
      const { rowCount } = await db.execute(sql`
        delete from api_calls where request_id in (
          select request_id from api_calls where at < ${before} order by at limit ${limit})`);
      return rowCount ?? 0;
    },
  };
}

export type ApiCallStore = ReturnType<typeof createApiCallStore>;

function toCallFigures(rows: readonly FiguresRow[]): CallFigures {
  const of = (grouping: number | undefined) => rows.filter((row) => row.grouping === grouping);
  const figures = ({ calls, errors, p95_ms, credits }: FiguresRow) => ({
    calls,
    errors,
    p95Ms: p95_ms,
    credits,
  });
  const [total] = of(TOTAL);
  return {
    total: total === undefined ? { calls: 0, errors: 0, p95Ms: null, credits: 0 } : figures(total),
    byDay: of(BY_DAY).map((row) => ({ ...figures(row), day: row.day ?? '' })),
    byKey: of(BY_KEY).map((row) => ({
      ...figures(row),
      keyId: row.key_id ?? '',
      name: row.name ?? '',
      secretStart: row.secret_start ?? '',
      mode: row.mode ?? 'live',
      hasEnded: row.has_ended ?? true,
    })),
    byTool: of(BY_TOOL).map((row) => ({ ...figures(row), tool: row.tool })),
  };
}
