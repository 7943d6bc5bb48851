import type { ApiKeyMode } from '@packshot/contract';
import type { ApiCallStore, CallFigures, CallFilter } from '../domain/api-usage/api-call-store.ts';
import type { Executor } from './connection.ts';
import { and, desc, eq, gte, sql } from './orm.ts';
import { apiCalls, apiKeys, generationRequests } from './schema.ts';

type FiguresRow = Record<string, unknown> & {
  /** Which column the row is of: a bit for each that was summed up (day, key, tool). */
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

/** What was given back since is not counted. */
const KEPT_CREDITS = sql<number>`case when ${generationRequests.creditState} = 'released' then 0 else ${apiCalls.credits} end`;

const matching = (filter: CallFilter) =>
  and(
    eq(apiCalls.organizationId, filter.organizationId),
    gte(apiCalls.at, filter.since),
    filter.userId === null ? undefined : eq(apiKeys.userId, filter.userId),
    filter.keyId === null ? undefined : eq(apiCalls.keyId, filter.keyId),
    filter.tool === null ? undefined : sql`${apiCalls.tool} = ${filter.tool}`,
  );

export function createApiCallStore(db: Executor): ApiCallStore {
  return {
    async insert(calls) {
      const rows = calls.map(({ at, ...call }) => ({ ...call, at: at.toISOString() }));
      await db.execute(sql`
        insert into api_calls
          (request_id, organization_id, key_id, tool, method, route, status, code, job_id, duration_ms, credits, at)
        select c."requestId", k.organization_id, k.id, c.tool, c.method, c.route, c.status, c.code,
          c."jobId", c."durationMs", c.credits, c.at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(
          "requestId" uuid, "keyId" uuid, tool text, method text, route text, status smallint, code text,
          "jobId" uuid, "durationMs" integer, credits integer, at timestamptz)
        join api_keys k on k.id = c."keyId"
        on conflict do nothing`);
    },

    async figures(filter) {
      const { rows } = await db.execute<FiguresRow>(sql`
        select f.*, k.name, k.secret_start, k.mode, k.ended_at is not null as has_ended
        from (
          select grouping(day, key_id, tool)::integer as grouping, day::text as day, key_id, tool,
            count(*)::integer as calls, count(*) filter (where status >= 400)::integer as errors,
            percentile_disc(0.95) within group (order by duration_ms) as p95_ms, sum(credits)::integer as credits
          from (
            select (${apiCalls.at} at time zone 'UTC')::date as day, ${apiCalls.keyId} as key_id, ${apiCalls.tool} as tool,
              ${apiCalls.status} as status, ${apiCalls.durationMs} as duration_ms, ${KEPT_CREDITS} as credits
            from ${apiCalls} join ${apiKeys} on ${apiKeys.id} = ${apiCalls.keyId}
            left join ${generationRequests} on ${generationRequests.id} = ${apiCalls.jobId}
            where ${matching(filter)}
          ) c
          group by grouping sets ((), (day), (key_id), (tool))
        ) f
        left join api_keys k on k.id = f.key_id`);
      return figuresOf(rows);
    },

    async last(filter, limit) {
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
        .where(matching(filter))
        .orderBy(desc(apiCalls.at), desc(apiCalls.requestId))
        .limit(limit);
    },

    async deleteBefore(before, limit) {
      const { rowCount } = await db.execute(sql`
        delete from api_calls where request_id in (
          select request_id from api_calls where at < ${before} order by at limit ${limit})`);
      return rowCount ?? 0;
    },
  };
}

function figuresOf(rows: readonly FiguresRow[]): CallFigures {
  const of = (grouping: number | undefined) => rows.filter((row) => row.grouping === grouping);
  const figures = ({ calls, errors, p95_ms, credits }: FiguresRow) => ({
    calls,
    errors,
    p95Ms: p95_ms,
    credits,
  });
  const [total] = of(TOTAL);
  return {
    // Without any call sums are null.
    total:
      total === undefined || total.calls === 0
        ? { calls: 0, errors: 0, p95Ms: null, credits: 0 }
        : figures(total),
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
