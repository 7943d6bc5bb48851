/** Filter of the history page, and its form in the address. */
import { HISTORY_SORT } from '@packshot/contract/records/limits';
import { RECORD_SORTS } from '@packshot/contract/records/schemas';
import type { RecordSort } from '@packshot/contract/records/schemas';
import type { EndpointOptions } from '../../lib/api/api-client.ts';
import type { HistorySearch, HistorySearchKey } from '../../lib/handover/history-search.ts';
import { TOOL_GROUPS } from './words.ts';
import type { ToolName } from '@packshot/contract/tools/names';

export const PERIODS = ['any', 'today', 'week', 'month', 'custom'] as const;
export type Period = (typeof PERIODS)[number];

export interface HistoryFilter {
  readonly search: string;
  /** Tool whose pictures are shown; null for all tools. */
  readonly tool: ToolName | null;
  readonly period: Period;
  /** For a custom period: days in the format of a date field ('2026-11-20', local time); empty for no limit. */
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

/** Longest search text, in characters: the server's limit. */
const SEARCH_MAX_LENGTH = 200;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const YES = 'yes';

/** Parses the filter from the address; invalid parameters count as missing. */
export function readFilter(address: HistorySearch): HistoryFilter {
  const { tool, when, starred, sort } = address;
  const parseDay = (day: unknown): string => (DAY.test(String(day)) ? String(day) : '');
  return {
    search: toText(address.search).slice(0, SEARCH_MAX_LENGTH),
    tool: TOOL_GROUPS.find((group) => group.tool === tool)?.tool ?? null,
    period: PERIODS.find((period) => period === when) ?? 'any',
    fromDay: parseDay(address.from),
    toDay: parseDay(address.to),
    isStarred: starred === YES,
    sort: RECORD_SORTS.find((candidate) => candidate === sort) ?? HISTORY_SORT,
  };
}

/** Converts a search parameter to text, because the router parses some texts as numbers or booleans. */
const toText = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';

/** Address parameters for a filter, without default values. */
export function toAddress(filter: HistoryFilter): Partial<Record<HistorySearchKey, string>> {
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

/**
 * True while the user keeps typing a search. The browser's history then gets one entry for the whole search, not one
 * for each pause.
 */
export const isContinuedSearch = (before: HistoryFilter, after: HistoryFilter): boolean =>
  before.search !== '' && JSON.stringify({ ...before, search: after.search }) === JSON.stringify(after);

export const isFiltered = (filter: HistoryFilter): boolean =>
  filter.search.trim() !== '' || filter.tool !== null || filter.period !== 'any' || filter.isStarred;

type HistoryQuery = NonNullable<EndpointOptions<'listRecords'>['query']>;

const DAYS: Readonly<Record<Exclude<Period, 'any' | 'custom'>, number>> = { today: 0, week: 6, month: 29 };

export function toQuery(filter: HistoryFilter, now: Date): HistoryQuery {
  const search = filter.search.trim();
  const group = TOOL_GROUPS.find(({ tool }) => tool === filter.tool);
  return {
    ...(search === '' ? {} : { search }),
    ...(group ? { tool_type: group.ids.join(',') } : {}),
    ...(filter.isStarred ? { starred: 'true' as const } : {}),
    ...(filter.sort === HISTORY_SORT ? {} : { sort: filter.sort }),
    ...toPeriod(filter, now),
  };
}

function toPeriod({ period, fromDay, toDay }: HistoryFilter, now: Date): Pick<HistoryQuery, 'from' | 'to'> {
  if (period === 'any') return {};
  if (period !== 'custom') return { from: dayStart(now, -DAYS[period]).toISOString() };
  const [from, to] = [parseDate(fromDay), parseDate(toDay)];
  return {
    ...(from ? { from: from.toISOString() } : {}),
    // The query's end is the start of the following day, so that it includes the whole last day.
    ...(to ? { to: dayStart(to, 1).toISOString() } : {}),
  };
}

const dayStart = (date: Date, daysLater: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater);

/** Local midnight of a day in the format of a date field; null for an empty text. */
function parseDate(day: string): Date | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const at = new Date(year, month - 1, date);
  return Number.isNaN(at.getTime()) ? null : at;
}
