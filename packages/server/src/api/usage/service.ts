import { LAST_API_CALLS } from '@packshot/contract';
import type { ApiCallLine, ApiUsage, ApiUsageFigures, ApiUsageQuery } from '@packshot/contract';
import type { Caller } from '../../platform/access/caller.ts';
import type { ApiDatabase } from '../stores.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { assertPermitted, PERMISSIONS } from '../../platform/access/permissions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ApiCall, CallFigures, CallFilter, ApiCallStore } from './api-call-store.ts';
import type { CallLog } from './call-log.ts';

interface ApiUsageDependencies {
  readonly database: ApiDatabase;
  readonly clock: Clock;
  readonly callLog: CallLog;
}

export function createApiUsageService({ database, clock, callLog }: ApiUsageDependencies) {
  const { apiCalls } = database.stores;
  return {
    record: (call: ApiCall): void => callLog.record(call),
    /** Usage of the caller's own API keys; for owners and admins, of all keys of the organization. */
    async figures(caller: Caller, query: ApiUsageQuery): Promise<ApiUsage> {
      assertPermitted(caller, 'keys.manage');
      const today = startOfDay(clock.now());
      const since = new Date(today.getTime() - (query.days - 1) * DAY_MS);
      const filter: CallFilter = {
        organizationId: caller.organizationId,
        userId: PERMISSIONS[caller.role].includes('organization.manage') ? null : caller.userId,
        keyId: query.key_id ?? null,
        tool: query.tool ?? null,
        since,
      };
      const [figures, lastCalls] = await Promise.all([
        apiCalls.figures(filter),
        apiCalls.last(filter, LAST_API_CALLS),
      ]);
      return {
        total: present(figures.total),
        by_day: everyDay(figures, since, query.days),
        by_key: figures.byKey.toSorted(byCalls).map((each) => ({
          ...present(each),
          key_id: each.keyId,
          name: each.name,
          starts_with: each.secretStart,
          mode: each.mode,
          has_ended: each.hasEnded,
        })),
        by_tool: figures.byTool.toSorted(byCalls).map((each) => ({ ...present(each), tool: each.tool })),
        last_calls: lastCalls.map(presentCall),
      };
    },
  };
}

export type ApiUsageService = ReturnType<typeof createApiUsageService>;

const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

type TotalFigures = CallFigures['total'];

const NO_CALLS: TotalFigures = { calls: 0, errors: 0, p95Ms: null, credits: 0 };

const present = ({ calls, errors, p95Ms, credits }: TotalFigures): ApiUsageFigures => ({
  calls,
  errors,
  p95_ms: p95Ms,
  credits,
});

const byCalls = (a: TotalFigures, b: TotalFigures): number => b.calls - a.calls;

function everyDay({ byDay }: CallFigures, since: Date, days: number): ApiUsage['by_day'] {
  const figuresByDay = new Map(byDay.map((each) => [each.day, each]));
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(since.getTime() + index * DAY_MS).toISOString().slice(0, 10);
    return { ...present(figuresByDay.get(day) ?? NO_CALLS), day };
  });
}

const presentCall = (call: Awaited<ReturnType<ApiCallStore['last']>>[number]): ApiCallLine => ({
  request_id: call.requestId,
  key_id: call.keyId,
  key_name: call.keyName,
  tool: call.tool,
  method: call.method,
  route: call.route,
  status: call.status,
  code: call.code,
  duration_ms: call.durationMs,
  credits: call.credits,
  at: call.at.toISOString(),
});
