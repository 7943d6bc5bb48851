import { setTimeout as pause } from 'node:timers/promises';

/** How long a round waits for one run; what takes longer goes on while the others are fed. */
const WAITS_MS = 1_000;

/** Runs that are still at a photo from a slow server although their round has ended. */
export interface RunsBehind {
  /** Aborts when the process ends. */
  readonly signal: AbortSignal;
  /** Places that they may still take. */
  places(): number;
  has(runId: string): boolean;
  /**
   * What came of `work`, or null: it goes on behind the rounds. A run that was behind the last time is not waited for.
   * @param places that it may take
   * @param onFailure is told what went wrong behind a round; within it, it is thrown
   */
  within<T>(
    run: { readonly runId: string; readonly places: number },
    work: () => Promise<T>,
    onFailure: (error: unknown) => void,
  ): Promise<T | null>;
  /** Resolves when none is behind. */
  ended(): Promise<void>;
  /** Gives up what is fetched from buckets: its rows wait for another process. */
  stop(): void;
}

export function createRunsBehind(waitsMs = WAITS_MS): RunsBehind {
  const stopping = new AbortController();
  const behind = new Map<string, { readonly places: number; readonly work: Promise<unknown> }>();
  const slow = new Set<string>();

  return {
    signal: stopping.signal,
    places: () => [...behind.values()].reduce((sum, { places }) => sum + places, 0),
    has: (runId) => behind.has(runId),
    async within({ runId, places }, work, onFailure) {
      const startedMs = performance.now();
      const working = work();
      const waiting = new AbortController();
      try {
        const late = pause(slow.has(runId) ? 0 : waitsMs, null, { signal: waiting.signal });
        const done = await Promise.race([working.then((result) => ({ result })), late]);
        if (done !== null) {
          slow.delete(runId);
          return done.result;
        }
      } finally {
        waiting.abort();
      }
      slow.add(runId);
      const goingOn = working.catch(onFailure).finally(() => {
        behind.delete(runId);
        if (performance.now() - startedMs < waitsMs) slow.delete(runId);
      });
      behind.set(runId, { places, work: goingOn });
      return null;
    },
    async ended() {
      await Promise.all([...behind.values()].map(({ work }) => work));
    },
    stop: () => stopping.abort(),
  };
}
