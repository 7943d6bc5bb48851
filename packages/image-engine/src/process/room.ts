import type { Forgettable } from '../tools/kept.ts';
import type { JobLimits } from './job-limits.ts';

/** What a job needs, as its tool's allowance says. */
export interface Need extends Pick<JobLimits, 'neededBytes' | 'startBytes' | 'roomBytes'> {
  /** A job of the same tool has been done in this process. */
  readonly hasStarted: boolean;
}

/** Frees what nothing refers to anymore. V8 would wait until there is more of it than a job itself takes. */
export const collectGarbage = (): void => globalThis.gc?.();

/**
 * Before a job that would take the process beyond `roomBytes`, lets go of what other tools have left there, in the order given,
 * until there is room or nothing is left.
 * @param own what the job's tool keeps
 */
export async function makeRoom(
  own: readonly Forgettable[],
  { neededBytes, startBytes, roomBytes, hasStarted }: Need,
  kept: Iterable<Forgettable>,
  residentBytes: () => number = process.memoryUsage.rss,
): Promise<void> {
  const heldBytes = own.reduce((sum, each) => sum + (each.isHeld ? each.heldBytes : 0), 0);
  const missing = neededBytes - heldBytes - (hasStarted ? startBytes : 0);
  for (const other of kept) {
    if (residentBytes() + missing <= roomBytes) return;
    if (!other.isHeld || own.includes(other)) continue;
    await other.letGo();
    collectGarbage();
  }
}
