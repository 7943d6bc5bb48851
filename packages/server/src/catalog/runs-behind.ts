import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long a worker's round waits for one run. Slower runs continue in the background while the round processes the
 * others.
 */
const WAITS_MS = 1_000;

export function createRunsBehind(waitsMs = WAITS_MS) {
  const stopping = new AbortController();
  const behind = new Map<string, { readonly places: number; readonly work: Promise<unknown> }>();
  const slow = new Set<string>();

  return {
    /** Aborts when the process ends. */
    signal: stopping.signal,
    /** Number of places (concurrent items) that runs in the background may still use. */
    places: (): number => [...behind.values()].reduce((sum, { places }) => sum + places, 0),
    has: (runId: string): boolean => behind.has(runId),
    /**
     * Runs `work` and returns its result, or null if it takes longer than `waitsMs` and continues in the background. A
     * run that was slow last time isn't waited for at all.
     * @param places number of places (concurrent items) that the run may use
     * @param onFailure called for errors in the background; errors during the wait are thrown
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
        const raceResult = await Promise.race([working.then((result) => ({ result })), late]);
        if (raceResult !== null) {
          slow.delete(runId);
          return raceResult.result;
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
    /** Resolves when no run is working in the background anymore. */
    async waitUntilEnded(): Promise<void> {
      await Promise.all([...behind.values()].map(({ work }) => work));
    },
    /** Aborts fetches from buckets; another process will process their rows. */
    stop: (): void => stopping.abort(),
  };
}

/** Runs that continue in the background after their round has ended, waiting for photos from slow servers. */
export type RunsBehind = ReturnType<typeof createRunsBehind>;
