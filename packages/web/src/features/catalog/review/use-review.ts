import type { RunItem } from '@packshot/contract/catalog/items';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { call, messageOf } from '../../../lib/api/api-client.ts';
import { outcomeOf } from '../../../lib/api/use-loaded.ts';
import { createDecisionLine } from './decision-line.ts';
import type { DecisionLine } from './decision-line.ts';
import {
  currentOf,
  decided,
  EMPTY_QUEUE,
  lastDecided,
  leftOf,
  stepped,
  undone,
  withArrivals,
} from './review-queue.ts';
import type { Queue, Verdict } from './review-queue.ts';

/** As many as one call gives. */
const PAGE = 500;
/** When so few are undecided here and there are more, they are fetched. */
const FETCH_BELOW = 20;

export interface Review {
  readonly queue: Queue;
  readonly isLoaded: boolean;
  /** Why the list could not be had. */
  readonly failure: string | null;
  /** Decisions that are not on the server yet, and why. */
  readonly unsent: { readonly count: number; readonly failure: string | null };
  readonly decide: (verdict: Verdict) => void;
  readonly undo: () => void;
  readonly step: (by: 1 | -1) => void;
  readonly retry: () => void;
  /** Everything that was decided is on the server. */
  readonly settled: () => Promise<boolean>;
}

/** The review of one run. */
export function useReview(runId: string): Review {
  const [queue, setQueue] = useState<Queue>(EMPTY_QUEUE);
  const [isLoaded, setIsLoaded] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [unsent, setUnsent] = useState<Review['unsent']>({ count: 0, failure: null });
  const line = useMemo(
    () =>
      createDecisionLine(
        async (decisions, keepalive) => {
          const body = { decisions: [...decisions] };
          await call('reviewRunItems', { params: { id: runId }, body, keepalive });
        },
        (count, error) => setUnsent({ count, failure: error === null ? null : messageOf(error) }),
      ),
    [runId],
  );
  const isFetching = useRef(false);
  const fetchMore = useCallback((): Promise<void> => {
    if (isFetching.current) return Promise.resolve();
    isFetching.current = true;
    return outcomeOf(() => pageOf(runId, line)).then((outcome) => {
      isFetching.current = false;
      setIsLoaded(true);
      setFailure(outcome.state === 'failed' ? outcome.message : null);
      const page = outcome.state === 'ready' ? outcome.value : null;
      if (page) setQueue((before) => withArrivals(before, page.data, page.total));
    });
  }, [runId, line]);
  const isShort = !isLoaded || (queue.beyond > 0 && leftOf(queue) - queue.beyond < FETCH_BELOW);
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
    // The browser asks before the page is left.
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [unsent.failure]);

  return {
    queue,
    isLoaded,
    failure,
    unsent,
    decide: (verdict) => {
      const item = currentOf(queue);
      if (item === null) return;
      line.add(item.row, verdict);
      setQueue(decided(queue, verdict));
    },
    undo: () => {
      const row = lastDecided(queue);
      if (row === null) return;
      line.add(row, 'undo');
      setQueue(undone(queue));
    },
    step: (by) => setQueue((before) => stepped(before, by)),
    retry: () => {
      line.retry();
      void fetchMore();
    },
    settled: () => line.settled(),
  };
}

/** What is undecided on the server; null while decisions have not arrived there, where its list ends too late. */
async function pageOf(runId: string, line: DecisionLine) {
  if (!(await line.settled())) return null;
  const query = { state: 'needs_review', sort: 'score', limit: String(PAGE) } as const;
  return call('listRunItems', { params: { id: runId }, query });
}

/** Links to a photo and its files end after minutes, so they are asked for when it is looked at, and a little before. */
const KEPT = 24;
const AHEAD = 2;

/** @returns the item that is looked at, with links; the list's entry until they are there */
export function useItemWithLinks(runId: string, queue: Queue): RunItem | null {
  const [known, setKnown] = useState<ReadonlyMap<number, RunItem>>(new Map());
  const asked = useRef(new Set<number>());
  const current = currentOf(queue);
  const wanted = queue.items.slice(queue.at, queue.at + 1 + AHEAD).map(({ row }) => row);
  const wantedKey = wanted.join(' ');
  const fetchRow = useEffectEvent(async (row: number) => {
    asked.current.add(row);
    try {
      const { data } = await call('readRunItem', { params: { id: runId, row: String(row) } });
      // The browser has the pictures when their turn comes.
      for (const url of [data.outputs[0]?.url, data.photo_url]) if (url != null) new Image().src = url;
      setKnown((before) => new Map([...before, [row, data] as const].slice(-KEPT)));
    } catch {
      // The list's small picture is shown instead, and the next look asks again.
      asked.current.delete(row);
    }
  });
  useEffect(() => {
    for (const row of wantedKey
      .split(' ')
      .filter((text) => text !== '')
      .map(Number))
      if (!asked.current.has(row)) void fetchRow(row);
    // Those that were let go have to be asked for again.
    if (asked.current.size > KEPT) asked.current = new Set([...asked.current].slice(-KEPT));
  }, [wantedKey]);
  return current && (known.get(current.row) ?? current);
}
