import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterLayout } from './place.ts';

/*
 * Swaps two clusters in steps, between any of which the power may fail. A file records the swap in progress, so that
 * the next start finishes it and doesn't mistake a missing folder for a new installation.
 */

const MARKER = 'switching.json';
const KEPT = /^data\.postgresql-\d+$/;

/** Folder in which a new cluster is created, together with its password file. */
export const nextFolder = (place: ClusterLayout): string => join(place.folder, 'next');

interface Switch {
  readonly from: string;
  readonly to: string;
}

/** Starts the swap by recording it; from then on, the new cluster is the one that counts. */
export function beginSwitch(place: ClusterLayout, { from, to }: Switch): void {
  rmSync(retainedPath(place, from), { recursive: true, force: true });
  const file = join(place.folder, MARKER);
  // Writes the file under another name and renames it, so that an existing marker is always complete.
  writeFileSync(`${file}.new`, `${JSON.stringify({ from, to })}\n`, { flush: true });
  renameSync(`${file}.new`, file);
}

/** Finishes a swap that an earlier start has begun, if there is one. */
export function finishSwitch(place: ClusterLayout): void {
  const file = join(place.folder, MARKER);
  if (!existsSync(file)) return;
  const { from } = JSON.parse(readFileSync(file, 'utf8')) as Switch;
  const previousFolder = retainedPath(place, from);
  const next = join(nextFolder(place), 'data');
  if (!existsSync(previousFolder)) {
    renameSync(place.dataFolder, previousFolder);
    writeFileSync(`${previousFolder}.since`, '', { flush: true });
  }
  if (existsSync(next)) renameSync(next, place.dataFolder);
  rmSync(nextFolder(place), { recursive: true, force: true });
  rmSync(file, { force: true });
}

export function retainedClusters(
  place: ClusterLayout,
): { readonly path: string; readonly retainedSinceMs: number }[] {
  return readdirSync(place.folder)
    .filter((name) => KEPT.test(name))
    .map((name) => {
      const path = join(place.folder, name);
      const since = statSync(`${path}.since`, { throwIfNoEntry: false }) ?? statSync(path);
      return { path, retainedSinceMs: since.mtimeMs };
    });
}

const retainedPath = (place: ClusterLayout, from: string): string =>
  join(place.folder, `data.postgresql-${from}`);
