import type { Evictable } from '../tools/cached.ts';
import type { JobLimits } from './job-limits.ts';

/** Memory that a job needs, according to its tool's limits. */
interface Need extends Pick<JobLimits, 'neededBytes' | 'startBytes' | 'roomBytes'> {
  /** True if a job of the same tool has run in this process. */
  readonly hasStarted: boolean;
}

/** Runs V8's garbage collector, which would otherwise wait until there is more garbage than a job needs. */
const collectGarbage = (): void => globalThis.gc?.();

/**
 * Delay of the garbage collection after a job, because it blocks every core for about 20 ms: by then the job has ended
 * and its result has been fetched.
 */
const COLLECTED_AFTER_MS = 250;
/**
 * Minimum memory used by scripts for collecting garbage before a job: more than long-lived objects plus one picture.
 */
const WORTH_COLLECTING_BYTES = 80 * 1024 ** 2;

function usedByScripts(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * Frees the picture buffers of finished jobs. They are large and few, so V8 would free them only after those of the
 * next job are allocated too.
 */
export function createLeftovers(collect = collectGarbage, scriptBytes = usedByScripts) {
  let timer: NodeJS.Timeout | undefined;
  const now = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    collect();
  };
  return {
    /** Schedules a garbage collection after a job, for a moment when the process is idle. */
    later(): void {
      clearTimeout(timer);
      timer = setTimeout(now, COLLECTED_AFTER_MS);
    },
    /**
     * Runs the scheduled garbage collection before the next job, whose pictures would add to the old ones. Skips it if
     * scripts use little memory.
     */
    now: (): void => {
      if (scriptBytes() >= WORTH_COLLECTING_BYTES) now();
    },
  };
}

/**
 * Evicts cached resources of other tools before a job that would exceed `roomBytes`, until the job fits or none is
 * left. Evicted resources must be reopened later, in a time proportional to their size. Therefore it evicts the
 * smallest one that suffices, or the largest one if several are needed.
 * @param own resources of the job's own tool
 * @param cachedItems all cached resources; of equally large ones, the first is evicted first
 */
export async function makeRoom(
  own: readonly Evictable[],
  { neededBytes, startBytes, roomBytes, hasStarted }: Need,
  cachedItems: Iterable<Evictable>,
  residentBytes: () => number = process.memoryUsage.rss,
): Promise<void> {
  const ownBytes = own.reduce((sum, each) => sum + (each.isCached ? each.heldBytes : 0), 0);
  const missingBytes = neededBytes - ownBytes - (hasStarted ? startBytes : 0);
  const others = [...cachedItems].filter((each) => each.isCached && !own.includes(each));
  const beyondBytes = (): number => residentBytes() + missingBytes - roomBytes;
  let excessBytes = beyondBytes();
  while (excessBytes > 0) {
    const next = findCheapest(others, excessBytes);
    if (next === undefined) return;
    others.splice(others.indexOf(next), 1);
    await next.evict();
    collectGarbage();
    // Subtracts the evicted size even if the process didn't shrink: freed memory between remaining allocations isn't
    // returned to the system, but the job can use it.
    excessBytes = Math.min(beyondBytes(), excessBytes - next.heldBytes);
  }
}

function findCheapest(others: readonly Evictable[], bytes: number): Evictable | undefined {
  const bySize = others.toSorted((one, other) => one.heldBytes - other.heldBytes);
  const most = bySize.at(-1)?.heldBytes ?? 0;
  return bySize.find(({ heldBytes }) => heldBytes >= Math.min(bytes, most));
}
