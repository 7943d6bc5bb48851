import type { BackupPlace } from './backup-place.ts';
import { readObjectList } from './contents.ts';

export interface Pruned {
  readonly retained: readonly string[];
  readonly removed: readonly string[];
  readonly removedContent: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MONTHS = 12;
/**
 * Minimum number of backups that pruning keeps. A single one might have a wrong date, because a clock was wrong when it
 * was made or is wrong now.
 */
const ALWAYS_KEPT = 2;
/** Tolerated clock difference between two machines. */
const CLOCK_SLACK_MS = DAY_MS;

const parseTime = (name: string): number => Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'));

/**
 * Finds the newest backup, and those dated in the future because a clock was ahead when they were made or is behind
 * now.
 * @param names oldest first
 */
export function findNewest(
  names: readonly string[],
  now: Date,
): { readonly newest: string | undefined; readonly fromFuture: readonly string[] } {
  const fromFuture = names.filter((name) => parseTime(name) > now.getTime() + CLOCK_SLACK_MS);
  const newest = names.findLast((name) => !fromFuture.includes(name)) ?? names.at(-1);
  return { newest, fromFuture };
}

/**
 * Chooses the backups to keep: all of the last `keepDays` days, the last one of each month for a year, and always the
 * newest two.
 * @param names as `snapshotName` creates them, oldest first
 */
export function snapshotsToKeep(names: readonly string[], now: Date, keepDays: number): Set<string> {
  const oldestMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS)).toISOString();
  const retainedNames = new Set<string>(names.slice(-ALWAYS_KEPT));
  const lastOfMonth = new Map<string, string>();
  for (const name of names) {
    if (!(parseTime(name) < now.getTime() - keepDays * DAY_MS)) retainedNames.add(name);
    else if (name >= oldestMonth.slice(0, 10)) lastOfMonth.set(name.slice(0, 7), name);
  }
  for (const name of lastOfMonth.values()) retainedNames.add(name);
  return retainedNames;
}

/**
 * Removes backups that `snapshotsToKeep` doesn't keep, remains of interrupted backups, and content that no backup
 * references.
 */
export async function prune(
  place: BackupPlace,
  { now, keepDays, renew }: { now: Date; keepDays: number; renew: () => Promise<void> },
): Promise<Pruned> {
  const names = await place.snapshots();
  const retainedNames = snapshotsToKeep(names, now, keepDays);
  // The lists of all kept backups are read before anything is removed, so that an unreadable list stops the pruning.
  const needed = new Set<string>();
  for (const name of retainedNames) {
    const { contents } = await place.snapshot(name);
    for (const piece of contents) needed.add(place.cipher.fileNameFor(piece));
    for await (const { sha256 } of readObjectList(place, contents))
      needed.add(place.cipher.fileNameFor(sha256));
    await renew();
  }
  const removed: string[] = [];
  for (const name of await place.begunSnapshots()) {
    if (retainedNames.has(name)) continue;
    await place.deleteSnapshot(name);
    if (names.includes(name)) removed.push(name);
    await renew();
  }
  let removedContent = 0;
  for (const name of (await place.storedContent()).keys()) {
    if (needed.has(name)) continue;
    await renew();
    await place.deleteContent(name);
    removedContent += 1;
  }
  return { retained: [...retainedNames].toSorted(), removed, removedContent };
}
