import type { RunItem } from '@packshot/contract/catalog/items';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { settleLoad } from '../../../lib/api/use-loaded.ts';
import { createDecisionLine, trackDecisions } from './decision-line.ts';
import type { DecisionLine } from './decision-line.ts';
import {
  getCurrentItem,
  decide,
  EMPTY_QUEUE,
  lastDecided,
  countRemaining,
  moveBy,
  undoDecision,
  withArrivals,
} from './review-queue.ts';
import type { Queue, ReviewVerdict } from './review-queue.ts';

/** Maximum number of rows that a call loads. */
const PAGE = 500;
/** Number of loaded undecided rows below which the page loads more. */
const FETCH_BELOW = 20;

export type RunReview = ReturnType<typeof useReview>;

/** State of a run's review: the queue, its loading, and the pending decisions. */
export function useReview(runId: string) {
  const [queue, setQueue] = useState<Queue>(EMPTY_QUEUE);
  const [isLoaded, setIsLoaded] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [unsent, setUnsent] = useState<{ readonly count: number; readonly failure: string | null }>({
    count: 0,
    failure: null,
  });
  const line = useMemo(
    () =>
      trackDecisions(
        runId,
        createDecisionLine(
          async (decisions, keepalive) => {
            const body = { decisions: [...decisions] };
            await call('reviewRunItems', { params: { id: runId }, body, keepalive });
          },
          (count, error) => setUnsent({ count, failure: error === null ? null : getErrorMessage(error) }),
        ),
      ),
    [runId],
  );
  const isFetching = useRef(false);
  const fetchMore = useCallback((): Promise<void> => {
    if (isFetching.current) return Promise.resolve();
    isFetching.current = true;
    return settleLoad(() => loadPage(runId, line)).then((outcome) => {
      isFetching.current = false;
      setIsLoaded(true);
      setFailure(outcome.state === 'failed' ? outcome.message : null);
      const page = outcome.state === 'ready' ? outcome.value : null;
      if (page) setQueue((before) => withArrivals(before, page.data, page.total));
    });
  }, [runId, line]);
  const isShort = !isLoaded || (queue.beyond > 0 && countRemaining(queue) - queue.beyond < FETCH_BELOW);
  useEffect(() => {
    if (isShort) void fetchMore();
  }, [isShort, fetchMore]);
  useEffect(() => {
    const again = (): void => line.retry();
    const leave = (): void => line.leave();
    addEventListener('online', again);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('online', again);
      removeEventListener('pagehide', leave);
    };
  }, [line]);
  useEffect(() => {
    if (unsent.failure === null) return;
    // After a failed call, makes the browser ask the user before it closes the page with unsent decisions.
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [unsent.failure]);

  return {
    queue,
    isLoaded,
    /** Reason why the list of rows couldn't be loaded. */
    failure,
    /** Number of unsent decisions, and the failure of the last call. */
    unsent,
    decide: (verdict: ReviewVerdict): void => {
      const item = getCurrentItem(queue);
      if (item === null) return;
      line.add(item.row, verdict);
      setQueue(decide(queue, verdict));
    },
    undo: (): void => {
      const row = lastDecided(queue);
      if (row === null) return;
      line.add(row, 'undo');
      setQueue(undoDecision(queue));
    },
    step: (by: 1 | -1): void => setQueue((before) => moveBy(before, by)),
    retry: (): void => {
      line.retry();
      void fetchMore();
    },
    /** Resolves once no call is in progress; false if decisions couldn't be sent. */
    settled: (): Promise<boolean> => line.waitUntilSettled(),
  };
}

/** Loads undecided rows; null while decisions are unsent, because the list would include decided rows. */
async function loadPage(runId: string, line: DecisionLine) {
  if (!(await line.waitUntilSettled())) return null;
  const query = { state: 'needs_review', sort: 'score', limit: String(PAGE), links: 'true' } as const;
  return call('listRunItems', { params: { id: runId }, query });
}

/** Number of following rows whose pictures are preloaded. */
const AHEAD = 3;

/** Current row; renews its links, which were signed when the list was loaded and may have expired. */
export function useLinkedItem(runId: string, queue: Queue) {
  const [renewed, setRenewed] = useState<ReadonlyMap<number, RunItem>>(new Map());
  const requestedRows = useRef(new Set<number>());
  const current = getCurrentItem(queue);
  const { items, at } = queue;
  useEffect(() => {
    for (const { outputs, photo_url } of items.slice(at + 1, at + 1 + AHEAD))
      for (const url of [outputs[0]?.url, photo_url]) if (url != null) new Image().src = url;
  }, [items, at]);
  return {
    item: current && (renewed.get(current.row) ?? current),
    /** Requests new links to the current row's pictures, unless that was done already. */
    renew: (): void => {
      if (current === null || requestedRows.current.has(current.row)) return;
      const { row } = current;
      requestedRows.current.add(row);
      void settleLoad(() => call('readRunItem', { params: { id: runId, row: String(row) } })).then(
        (outcome) => {
          // If the request failed, the next attempt repeats it.
          if (outcome.state === 'ready') setRenewed((before) => new Map(before).set(row, outcome.value.data));
          else requestedRows.current.delete(row);
        },
      );
    },
  };
}
