import type { ToolName } from './tool-jobs.ts';

/** What the process should stay below, where that is possible by forgetting what a job does not need. */
export const ROOM_BYTES = 640 * 1024 ** 2;

/** Something of another tool's that can be opened again. */
export interface Forgettable {
  readonly usedBy: readonly ToolName[];
  /** What it takes when it is held, about. */
  readonly heldBytes: number;
  readonly isHeld: boolean;
  letGo(): Promise<void>;
}

/** Frees what nothing refers to any more. V8 would wait until there is more of it than a job itself takes. */
export const collectGarbage = (): void => globalThis.gc?.();

/**
 * Before a job that would take the process beyond ROOM_BYTES, lets go of what other tools have left there, in the order given,
 * until there is room or nothing is left.
 * @param neededBytes what the job takes, with all that its tool holds
 */
export async function makeRoom(
  tool: ToolName,
  neededBytes: number,
  forgettables: readonly Forgettable[],
  residentBytes: () => number = process.memoryUsage.rss,
): Promise<void> {
  const own = forgettables.filter(({ isHeld, usedBy }) => isHeld && usedBy.includes(tool));
  const missing = neededBytes - own.reduce((sum, { heldBytes }) => sum + heldBytes, 0);
  for (const other of forgettables) {
    if (residentBytes() + missing <= ROOM_BYTES) return;
    if (!other.isHeld || other.usedBy.includes(tool)) continue;
    await other.letGo();
    collectGarbage();
  }
}
