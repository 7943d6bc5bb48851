/** What of history is shown, and how the address says it. */
import { HISTORY_SORT } from '@packshot/contract/records/limits';
import { RECORD_SORTS } from '@packshot/contract/records/schemas';
import type { RecordSort } from '@packshot/contract/records/schemas';
import type { CallOptions } from '../../lib/api-client.ts';
import type { HistorySearch, HistorySearchKey } from '../../lib/history-search.ts';
import { TOOL_GROUPS } from './words.ts';
import type { ToolName } from '@packshot/contract/tools/names';

export const PERIODS = ['any', 'today', 'week', 'month', 'custom'] as const;
export type Period = (typeof PERIODS)[number];

export interface HistoryFilter {
  readonly search: string;
  /** Null: all of them. */
  readonly tool: ToolName | null;
  readonly period: Period;
  /** Days as a date field has them ('2026-11-20', the visitor's own); empty: open. Of a custom period. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly isStarred: boolean;
  readonly sort: RecordSort;
}

export const NO_FILTER: HistoryFilter = {
  search: '',
  tool: null,
  period: 'any',
  fromDay: '',
  toDay: '',
  isStarred: false,
  sort: HISTORY_SORT,
};

/** Longest search that the server takes. */
const SEARCH_MAX_LENGTH = 200;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const YES = 'yes';

/** What the address asks for; what it has no sense for counts as absent. */
export function filterFrom(address: HistorySearch): HistoryFilter {
  const { tool, when, starred, sort } = address;
  const dayOf = (day: unknown): string => (DAY.test(String(day)) ? String(day) : '');
  return {
    search: textOf(address.search).slice(0, SEARCH_MAX_LENGTH),
    tool: TOOL_GROUPS.find((group) => group.tool === tool)?.tool ?? null,
    period: PERIODS.find((period) => period === when) ?? 'any',
    fromDay: dayOf(address.from),
    toDay: dayOf(address.to),
    isStarred: starred === YES,
    sort: RECORD_SORTS.find((known) => known === sort) ?? HISTORY_SORT,
  };
}

/** The router reads numbers and truth values out of what people search for. */
const textOf = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';

/** The address of a filter: what is as it is without one is left out. */
export function searchFrom(filter: HistoryFilter): Partial<Record<HistorySearchKey, string>> {
  const { search, tool, period, fromDay, toDay, isStarred, sort } = filter;
  return {
    ...(search.trim() !== '' && { search }),
    ...(tool !== null && { tool }),
    ...(period !== 'any' && { when: period }),
    ...(period === 'custom' && fromDay !== '' && { from: fromDay }),
    ...(period === 'custom' && toDay !== '' && { to: toDay }),
    ...(isStarred && { starred: YES }),
    ...(sort !== HISTORY_SORT && { sort }),
  };
}

/** A search that goes on being typed is one step of the browser's history, not one for each pause. */
export const isTypedOn = (before: HistoryFilter, after: HistoryFilter): boolean =>
  before.search !== '' && JSON.stringify({ ...before, search: after.search }) === JSON.stringify(after);

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
    ...(filter.sort === HISTORY_SORT ? {} : { sort: filter.sort }),
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
