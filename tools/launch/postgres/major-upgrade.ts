import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from '../launch-error.ts';
import { locateBinaries } from './binaries.ts';
import type { PostgresBinaries } from './binaries.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { PostmasterOptions } from './postmaster.ts';
import { olderBinaries, removeOlderBinaries } from './older-binaries.ts';
import { preparePlace } from './place.ts';
import type { ClusterLayout } from './place.ts';
import { beginSwitch, finishSwitch, retainedClusters, nextFolder } from './switch-clusters.ts';

/*
 * Upgrades the data to a newer major version of PostgreSQL, which reads only data of its own. Both servers run side by
 * side, the old one with its own programs, and the data is copied; the copy is read again and compared; only then are
 * the clusters swapped. The old cluster is kept for a month and isn't changed before the swap. If a start is killed at
 * any point, the next one starts over or finishes the swap.
 */

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const GB = 1024 ** 3;

export interface PendingUpgrade {
  readonly from: string;
  readonly to: string;
  readonly neededBytes: number;
  readonly freeBytes: number;
}

export interface MajorUpgradeOptions extends PostmasterOptions {
  readonly folder: string;
  /** Copies the data and compares the copy; rejects if anything differs. */
  readonly move: (fromUrl: string, toUrl: string) => Promise<void>;
  readonly say: (line: string) => void;
  readonly findOlder?: (majorVersion: string, place: ClusterLayout) => PostgresBinaries;
}

/**
 * Upgrade that the data needs. Null if there is no data, or if it already has this release's version or a newer one
 * (with which a start is refused).
 */
export function pendingUpgrade(folder: string): PendingUpgrade | null {
  if (!existsSync(folder)) return null;
  const place = preparePlace(folder);
  finishSwitch(place);
  const file = join(place.dataFolder, 'PG_VERSION');
  if (!existsSync(file)) return null;
  const from = readFileSync(file, 'utf8').trim();
  const to = locateBinaries(place.account, place.sharedFolder).majorVersion;
  if (!(Number(from) < Number(to))) return null;
  const { bavail, bsize } = statfsSync(place.folder);
  return { from, to, neededBytes: Math.ceil(measureSize(place.dataFolder) * 1.2), freeBytes: bavail * bsize };
}

/** Upgrades a cluster of an earlier major version to this release's. The caller must hold the folder's lock. */
export async function upgradeMajor(options: MajorUpgradeOptions): Promise<void> {
  const { folder, say } = options;
  const pending = pendingUpgrade(folder);
  if (pending === null) return;
  const { from, to, neededBytes, freeBytes } = pending;
  const place = preparePlace(folder);
  const inGb = (bytes: number) => (bytes / GB).toFixed(1);
  if (freeBytes < neededBytes) {
    throw new LaunchError(
      `The database was made by PostgreSQL ${from}; to bring it to ${to} it is copied, for which ${inGb(neededBytes)} GB are needed\n` +
        `below ${place.folder}, and ${inGb(freeBytes)} GB are free. Nothing has been changed. Free space, then start again.`,
    );
  }
  say(
    `  Database: from PostgreSQL ${from} to ${to}; it is copied, compared, and the old one kept for a month`,
  );
  const find = options.findOlder ?? ((major, at) => olderBinaries(major, at, say));
  const binaries = findOlderBinaries(() => find(from, place), pending);
  await copyCluster(options, place, binaries);
  beginSwitch(place, { from, to });
  finishSwitch(place);
  removeOlderBinaries(from, place);
}

function findOlderBinaries(find: () => PostgresBinaries, { from, to }: PendingUpgrade): PostgresBinaries {
  try {
    return find();
  } catch (cause) {
    if (!(cause instanceof LaunchError)) throw cause;
    throw new LaunchError(
      `The database was made by PostgreSQL ${from}, and this release brings ${to}. ${cause.message}\n` +
        `Nothing has been changed. Let this machine reach the npm registry for one start, or install PostgreSQL ${from} (apt-get install postgresql-${from}),\n` +
        'then start again. Or back up with the release that you had before, and restore with this one into another data folder.',
      { cause },
    );
  }
}

async function copyCluster(
  { folder: _folder, move, say: _say, findOlder: _findOlder, ...server }: MajorUpgradeOptions,
  place: ClusterLayout,
  binaries: PostgresBinaries,
): Promise<void> {
  const next = nextFolder(place);
  await removeNext(next);
  mkdirSync(next, { recursive: true });
  // Copies the password, so that the role has the same one in the new cluster.
  copyFileSync(join(place.folder, 'password'), join(next, 'password'));
  const old = await startEmbeddedPostgres({ ...server, folder: place.folder, binaries });
  try {
    const copy = await startEmbeddedPostgres({ ...server, folder: next });
    try {
      await move(old.url, copy.url);
    } finally {
      await copy.stop();
    }
  } finally {
    await old.stop();
  }
}

/** Removes the files of an earlier attempt, and stops its server. */
async function removeNext(next: string): Promise<void> {
  if (!existsSync(next)) return;
  if (runningPostgresUrl(next) !== null) await (await startEmbeddedPostgres({ folder: next })).stop();
  rmSync(next, { recursive: true, force: true });
}

/** Removes clusters that an upgrade kept, after a month. */
export function removeRetainedClusters(folder: string, nowMs: number): void {
  if (!existsSync(folder)) return;
  for (const { path, retainedSinceMs } of retainedClusters(preparePlace(folder))) {
    if (retainedSinceMs < nowMs - KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

function measureSize(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    bytes += lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
