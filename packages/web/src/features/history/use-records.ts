import { HISTORY_PAGE_SIZE } from '@packshot/contract/records/limits';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { call, isAbort, getErrorMessage } from '../../lib/api/api-client.ts';
import { onFiled } from '../../lib/filing/filed.ts';
import { toQuery } from './filter.ts';
import type { HistoryFilter } from './filter.ts';

interface RecordListState {
  /** Records loaded so far; null until the first page has loaded. */
  readonly rows: readonly SavedRecord[] | null;
  /** IDs of records whose picture can't be loaded; the list doesn't show them. */
  readonly missingIds: readonly string[];
  /** Number of records on the server that match the filter. */
  readonly total: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** Number of times the list was restarted; responses to requests from before a restart are ignored. */
  readonly round: number;
  readonly failure: string | null;
}

export type Records = ReturnType<typeof useRecords>;

const FIRST: RecordListState = {
  rows: null,
  missingIds: [],
  total: 0,
  hasMore: false,
  isLoading: true,
  round: 0,
  failure: null,
};

const anew = ({ round }: RecordListState): RecordListState => ({ ...FIRST, round: round + 1 });

/**
 * Records of the history, as far as the user has scrolled. The filter is fixed: another filter needs a component with
 * another `key`.
 */
export function useRecords(filter: HistoryFilter) {
  const [state, setState] = useState<RecordListState>(FIRST);
  const { isLoading, rows, round } = state;
  const count = rows?.length ?? 0;

  useEffect(() => {
    if (!isLoading) return;
    const leaving = new AbortController();
    // Computed from the number of rows in the list, not from the pages requested: deleting records shifts later ones
    // forward, and the last page is then read again.
    const page = Math.floor(count / HISTORY_PAGE_SIZE) + 1;
    const query = { ...toQuery(filter, new Date()), page, per_page: HISTORY_PAGE_SIZE };
    call('listRecords', { query, signal: leaving.signal }).then(
      (answer) => setState((before) => withPage(before, answer)),
      (error: unknown) => {
        if (!isAbort(error))
          setState((before) => ({ ...before, isLoading: false, failure: getErrorMessage(error) }));
      },
    );
    return () => leaving.abort();
    // The filter is fixed; the number of rows only determines the next page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isLoading, round]);

  const { missingIds, failure, round: _round, ...listed } = state;
  useEffect(() => onFiled(() => setState(anew)), []);
  useEffect(() => {
    if (failure === null) return;
    const again = (): void => setState((before) => ({ ...before, isLoading: true, failure: null }));
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [failure]);

  return {
    ...listed,
    failure,
    rows: useMemo(() => rows?.filter(({ id }) => !missingIds.includes(id)) ?? null, [rows, missingIds]),
    /** Hides a record whose picture can't be loaded. */
    skip: useCallback(
      (id: string) => setState((before) => ({ ...before, missingIds: [...before.missingIds, id] })),
      [],
    ),
    more: useCallback(() => setState((before) => ({ ...before, isLoading: true, failure: null })), []),
    /** Reloads the list from its first page. */
    reload: useCallback(() => setState(anew), []),
    replace: useCallback(
      (record: SavedRecord) =>
        setState((before) => ({
          ...before,
          rows: before.rows?.map((row) => (row.id === record.id ? record : row)) ?? null,
        })),
      [],
    ),
    drop: useCallback((ids: readonly string[]) => setState((before) => without(before, ids)), []),
  };
}

interface RecordListPage {
  readonly data: readonly SavedRecord[];
  readonly total: number;
  readonly has_more: boolean;
}

/** Appends a page. Drops duplicates, because a new record on the server shifts the others. */
export function withPage<State extends RecordListState>(before: State, page: RecordListPage): State {
  const knownIds = new Set(before.rows?.map(({ id }) => id));
  return {
    ...before,
    rows: [...(before.rows ?? []), ...page.data.filter(({ id }) => !knownIds.has(id))],
    total: page.total,
    hasMore: page.has_more,
    isLoading: false,
    failure: null,
  };
}

function without(before: RecordListState, ids: readonly string[]): RecordListState {
  const rows = before.rows?.filter(({ id }) => !ids.includes(id)) ?? null;
  const dropped = (before.rows?.length ?? 0) - (rows?.length ?? 0);
  return { ...before, rows, total: Math.max(0, before.total - dropped) };
}
