import { setTimeout as pause } from 'node:timers/promises';

/** How long a round waits for one run; what takes longer goes on while the others are fed. */
const WAITS_MS = 1_000;

export function createRunsBehind(waitsMs = WAITS_MS) {
  const stopping = new AbortController();
  const behind = new Map<string, { readonly places: number; readonly work: Promise<unknown> }>();
  const slow = new Set<string>();

  return {
    /** Aborts when the process ends. */
    signal: stopping.signal,
    /** Places that they may still take. */
    places: (): number => [...behind.values()].reduce((sum, { places }) => sum + places, 0),
    has: (runId: string): boolean => behind.has(runId),
    /**
     * Result of `work`, or null if it goes on behind the rounds. A run that was behind the last time is not waited for.
     * @param places that it may take
     * @param onFailure is told what went wrong behind a round; within it, it is thrown
     */
    async within<T>(
      { runId, places }: { readonly runId: string; readonly places: number },
      work: () => Promise<T>,
      onFailure: (error: unknown) => void,
    ): Promise<T | null> {
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
    /** Resolves when none is behind. */
    async ended(): Promise<void> {
      await Promise.all([...behind.values()].map(({ work }) => work));
    },
    /** Gives up what is fetched from buckets: its rows wait for another process. */
    stop: (): void => stopping.abort(),
  };
}

/** Runs that are still at a photo from a slow server although their round has ended. */
export type RunsBehind = ReturnType<typeof createRunsBehind>;
