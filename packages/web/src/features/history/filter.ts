/** What of history is shown. */
import type { CallOptions } from '../../lib/api-client.ts';
import { TOOL_GROUPS } from './words.ts';
import type { CreateTool } from '../../lib/incoming-work.ts';

export const PERIODS = ['any', 'today', 'week', 'month', 'custom'] as const;
export type Period = (typeof PERIODS)[number];

export interface HistoryFilter {
  readonly search: string;
  /** Null: all of them. */
  readonly tool: CreateTool | null;
  readonly period: Period;
  /** Days as a date field has them ('2026-11-20', the visitor's own); empty: open. Of a custom period. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly isStarred: boolean;
}

export const NO_FILTER: HistoryFilter = {
  search: '',
  tool: null,
  period: 'any',
  fromDay: '',
  toDay: '',
  isStarred: false,
};

export const isFiltered = (filter: HistoryFilter): boolean =>
  filter.search.trim() !== '' || filter.tool !== null || filter.period !== 'any' || filter.isStarred;

type Query = NonNullable<CallOptions<'listRecords'>['query']>;

const DAYS: Readonly<Record<Exclude<Period, 'any' | 'custom'>, number>> = { today: 0, week: 6, month: 29 };

/** @param now today, where the visitor is */
export function queryOf(filter: HistoryFilter, now: Date): Query {
  const search = filter.search.trim();
  const group = TOOL_GROUPS.find(({ tool }) => tool === filter.tool);
  return {
    ...(search === '' ? {} : { search }),
    ...(group ? { tool_type: group.ids.join(',') } : {}),
    ...(filter.isStarred ? { starred: 'true' as const } : {}),
    ...periodOf(filter, now),
  };
}

function periodOf({ period, fromDay, toDay }: HistoryFilter, now: Date): Pick<Query, 'from' | 'to'> {
  if (period === 'any') return {};
  if (period !== 'custom') return { from: dayStart(now, -DAYS[period]).toISOString() };
  const [from, to] = [dateOf(fromDay), dateOf(toDay)];
  return {
    ...(from ? { from: from.toISOString() } : {}),
    // To the end of that day.
    ...(to ? { to: dayStart(to, 1).toISOString() } : {}),
  };
}

const dayStart = (date: Date, daysLater: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater);

/** Midnight of a date field's day where the visitor is; null for an empty one. */
function dateOf(day: string): Date | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const at = new Date(year, month - 1, date);
  return Number.isNaN(at.getTime()) ? null : at;
}
