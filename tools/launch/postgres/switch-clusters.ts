import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';

/*
 * Two clusters change places in steps, any of which a power failure can be between. A file says what is under way, so
 * that the next start of anything finishes it: at no moment does a missing folder look like a new installation.
 */

const MARKER = 'switching.json';
const KEPT = /^data\.postgresql-\d+$/;

/** Where a new cluster is made, with a password of its own beside it. */
export const nextFolder = (place: Place): string => join(place.folder, 'next');

interface Switch {
  readonly from: string;
  readonly to: string;
}

/** From here on the new cluster is the one that counts. */
export function beginSwitch(place: Place, { from, to }: Switch): void {
  rmSync(keptPath(place, from), { recursive: true, force: true });
  const file = join(place.folder, MARKER);
  // A marker that is there is whole.
  writeFileSync(`${file}.new`, `${JSON.stringify({ from, to })}\n`, { flush: true });
  renameSync(`${file}.new`, file);
}

/** Finishes a switch that was begun; does nothing without one. */
export function finishSwitch(place: Place): void {
  const file = join(place.folder, MARKER);
  if (!existsSync(file)) return;
  const { from } = JSON.parse(readFileSync(file, 'utf8')) as Switch;
  const previousFolder = keptPath(place, from);
  const next = join(nextFolder(place), 'data');
  if (!existsSync(previousFolder)) {
    renameSync(place.dataFolder, previousFolder);
    writeFileSync(`${previousFolder}.since`, '', { flush: true });
  }
  if (existsSync(next)) renameSync(next, place.dataFolder);
  rmSync(nextFolder(place), { recursive: true, force: true });
  rmSync(file, { force: true });
}

/** Clusters of earlier versions, which are there in case the new one disappoints. */
export function keptClusters(place: Place): { readonly path: string; readonly keptSinceMs: number }[] {
  return readdirSync(place.folder)
    .filter((name) => KEPT.test(name))
    .map((name) => {
      const path = join(place.folder, name);
      const since = statSync(`${path}.since`, { throwIfNoEntry: false }) ?? statSync(path);
      return { path, keptSinceMs: since.mtimeMs };
    });
}

const keptPath = (place: Place, from: string): string => join(place.folder, `data.postgresql-${from}`);
