import type { Forgettable } from '../tools/kept.ts';

/** What the process should stay below, where that is possible by forgetting what a job does not need. */
export const ROOM_BYTES = 640 * 1024 ** 2;

/** Frees what nothing refers to anymore. V8 would wait until there is more of it than a job itself takes. */
export const collectGarbage = (): void => globalThis.gc?.();

/**
 * Before a job that would take the process beyond ROOM_BYTES, lets go of what other tools have left there, in the order given,
 * until there is room or nothing is left.
 * @param own what the job's tool keeps
 * @param neededBytes what the job takes, with all of that
 */
export async function makeRoom(
  own: readonly Forgettable[],
  neededBytes: number,
  kept: Iterable<Forgettable>,
  residentBytes: () => number = process.memoryUsage.rss,
): Promise<void> {
  const missing = neededBytes - own.reduce((sum, { isHeld, heldBytes }) => sum + (isHeld ? heldBytes : 0), 0);
  for (const other of kept) {
    if (residentBytes() + missing <= ROOM_BYTES) return;
    if (!other.isHeld || own.includes(other)) continue;
    await other.letGo();
    collectGarbage();
  }
}
