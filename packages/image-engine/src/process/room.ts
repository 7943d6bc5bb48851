import type { Forgettable } from '../tools/kept.ts';
import type { JobLimits } from './job-limits.ts';

/** What a job needs, as its tool's allowance says. */
interface Need extends Pick<JobLimits, 'neededBytes' | 'startBytes' | 'roomBytes'> {
  /** A job of the same tool has been done in this process. */
  readonly hasStarted: boolean;
}

/** Frees what nothing refers to anymore. V8 would wait until there is more of it than a job itself takes. */
const collectGarbage = (): void => globalThis.gc?.();

/** A collection takes every core for some 20 ms, which those who settle a job and fetch its result need more. */
const COLLECTED_AFTER_MS = 250;
/** More than what lives between jobs and a frame beside it. Less is not worth letting a job wait. */
const WORTH_COLLECTING_BYTES = 80 * 1024 ** 2;

function usedByScripts(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Frames are large and few: V8 would not look for those of one job before the next job's are there as well. */
export function createLeftovers(collect = collectGarbage, scriptBytes = usedByScripts) {
  let timer: NodeJS.Timeout | undefined;
  const now = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    collect();
  };
  return {
    /** After a job: they are collected when nothing has been asked for a moment. */
    later(): void {
      clearTimeout(timer);
      timer = setTimeout(now, COLLECTED_AFTER_MS);
    },
    /** Before the next one, whose frames would come to these: at once. */
    now: (): void => {
      if (scriptBytes() >= WORTH_COLLECTING_BYTES) now();
    },
  };
}

/**
 * Before a job that would take the process beyond `roomBytes`, lets go of what other tools have left there, until there is room or nothing is
 * left. What is let go of is opened again by the next job that needs it, for a time that goes with its size: so the smallest that makes enough
 * room goes, and of several that only together do the largest.
 * @param own what the job's tool keeps
 * @param kept of those that are alike the first goes first
 */
export async function makeRoom(
  own: readonly Forgettable[],
  { neededBytes, startBytes, roomBytes, hasStarted }: Need,
  kept: Iterable<Forgettable>,
  residentBytes: () => number = process.memoryUsage.rss,
): Promise<void> {
  const ownBytes = own.reduce((sum, each) => sum + (each.isHeld ? each.heldBytes : 0), 0);
  const missingBytes = neededBytes - ownBytes - (hasStarted ? startBytes : 0);
  const others = [...kept].filter((each) => each.isHeld && !own.includes(each));
  const beyondBytes = (): number => residentBytes() + missingBytes - roomBytes;
  let excessBytes = beyondBytes();
  while (excessBytes > 0) {
    const next = cheapestOf(others, excessBytes);
    if (next === undefined) return;
    others.splice(others.indexOf(next), 1);
    await next.letGo();
    collectGarbage();
    // What is free between things that stay is not the system's again, and is there for the job all the same.
    excessBytes = Math.min(beyondBytes(), excessBytes - next.heldBytes);
  }
}

function cheapestOf(others: readonly Forgettable[], bytes: number): Forgettable | undefined {
  const bySize = others.toSorted((one, other) => one.heldBytes - other.heldBytes);
  const most = bySize.at(-1)?.heldBytes ?? 0;
  return bySize.find(({ heldBytes }) => heldBytes >= Math.min(bytes, most));
}
