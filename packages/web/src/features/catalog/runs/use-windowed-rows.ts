/** Rows of a very long list in windows (pages of rows): loads the visible windows, and caches a limited number. */
import type { ItemState, RunItem } from '@packshot/contract/catalog/items';
import { useEffect, useEffectEvent, useReducer } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';

export const WINDOW_ROWS = 100;
/** Maximum number of cached windows; those loaded longest ago are evicted. */
const WINDOWS_KEPT = 12;

export interface RowsQuery {
  readonly runId: string;
  readonly state: ItemState | null;
}

interface Window {
  readonly rows: readonly RunItem[];
  /** State of the run when the rows were requested. */
  readonly key: string;
}

interface Known {
  /** Number of rows in the list; null before the first response. */
  readonly total: number | null;
  /** Windows by their number, most recently loaded last. */
  readonly windows: ReadonlyMap<number, Window>;
  readonly failure: string | null;
}

export const NOTHING_KNOWN: Known = { total: null, windows: new Map(), failure: null };

type News =
  | {
      readonly kind: 'came';
      readonly at: number;
      readonly window: Window;
      readonly total: number;
    }
  | { readonly kind: 'failed'; readonly message: string };

/** State of the list after an update. */
export function knownAfter(knownRows: Known, news: News): Known {
  if (news.kind === 'failed') return { ...knownRows, failure: news.message };
  const windows = new Map(knownRows.windows);
  windows.delete(news.at);
  windows.set(news.at, news.window);
  for (const oldest of windows.keys()) {
    if (windows.size <= WINDOWS_KEPT) break;
    windows.delete(oldest);
  }
  return { total: news.total, windows, failure: null };
}

const getWindowIndex = (place: number): number => Math.floor(Math.max(0, place) / WINDOW_ROWS);

/**
 * Rows of a run, loaded for the visible range.
 * @param first index of the first visible row
 * @param key visible rows are loaded again when it changes
 */
export function useWindowedRows({ runId, state }: RowsQuery, first: number, last: number, key: string) {
  const [knownRows, tell] = useReducer(knownAfter, NOTHING_KNOWN);
  const [from, to] = [getWindowIndex(first), getWindowIndex(last)];

  const fetchWindow = async (at: number, signal?: AbortSignal): Promise<void> => {
    const rowsQuery = {
      offset: String(at * WINDOW_ROWS),
      limit: String(WINDOW_ROWS),
      ...(state !== null && { state }),
    };
    try {
      const page = await call('listRunItems', {
        params: { id: runId },
        query: rowsQuery,
        ...(signal && { signal }),
      });
      if (signal?.aborted !== true)
        tell({ kind: 'came', at, window: { rows: page.data, key }, total: page.total });
    } catch (error) {
      if (signal?.aborted !== true) tell({ kind: 'failed', message: getErrorMessage(error) });
    }
  };
  const fetchSeen = (one: number, other: number, now: string, signal?: AbortSignal): void => {
    for (let at = one; at <= other; at += 1)
      if (knownRows.windows.get(at)?.key !== now) void fetchWindow(at, signal);
  };
  const askFor = useEffectEvent(fetchSeen);
  useEffect(() => {
    const stop = new AbortController();
    askFor(from, to, key, stop.signal);
    return () => stop.abort();
  }, [from, to, key]);

  return {
    total: knownRows.total,
    failure: knownRows.failure,
    rowAt: (place: number): RunItem | null =>
      knownRows.windows.get(getWindowIndex(place))?.rows[place % WINDOW_ROWS] ?? null,
    /** True if the row was loaded before the run's last change. */
    isOld: (place: number): boolean => knownRows.windows.get(getWindowIndex(place))?.key !== key,
    retry: () => fetchSeen(from, to, key),
  };
}
