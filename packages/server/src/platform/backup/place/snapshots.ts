import type { ObjectStore } from '../../objects/object-store.ts';
import { BackupError } from '../archive/backup-error.ts';
import type { BackupManifest } from '../archive/manifest.ts';
import { readArchive } from '../archive/read-archive.ts';
import { archiveBytes } from '../archive/write-archive.ts';
import { BackUp } from '../back-up.ts';
import type { BackUpOptions } from '../back-up.ts';
import { snapshotName } from './backup-place.ts';
import type { BackupPlace } from './backup-place.ts';
import { readObjectList, PlaceKeeper } from './contents.ts';
import { isBeingMade, withLease } from './leases.ts';

export interface MadeSnapshot {
  readonly name: string;
  readonly manifest: BackupManifest;
  /** Number and size of the objects that this backup added to the place. */
  readonly written: { readonly objects: number; readonly sizeBytes: number };
}

/** Adds a backup to a backup place: new objects and the database. The backup counts only after it was read back. */
export async function makeSnapshot(
  place: BackupPlace,
  passphrase: string | null,
  options: Omit<BackUpOptions, 'keeper' | 'objects'> & {
    readonly objects: Pick<ObjectStore, 'list' | 'readStream'>;
  },
): Promise<MadeSnapshot> {
  const name = snapshotName(options.createdAt);
  const make = async (renew: () => Promise<void>): Promise<MadeSnapshot> => {
    if ((await place.begunSnapshots()).includes(name)) {
      throw new BackupError(`A backup of ${name} is in ${place.shown} already: try again.`);
    }
    const keeper = await PlaceKeeper.begin(place, options.objects, renew);
    const backUp = new BackUp({ ...options, keeper });
    const { createdAt } = options;
    const archive = { createdAt, entries: backUp.entries(), manifest: () => backUp.manifest(), passphrase };
    const { parts, sizeBytes } = await place.writeParts(name, archiveBytes(archive), renew);
    const manifest = await readArchive(place.archive(name, parts));
    const contents = [...keeper.pieces];
    await place.complete(name, { createdAt: createdAt.toISOString(), parts, sizeBytes, contents });
    return { name, manifest, written: keeper.written };
  };
  return withLease(place, 'backup', make, name);
}

/** Names of the backups that were started, complete or not, without those that are being made. */
async function startedSnapshots(place: BackupPlace): Promise<string[]> {
  const names: string[] = [];
  for (const name of await place.begunSnapshots())
    if (!(await isBeingMade(place, name, Date.now()))) names.push(name);
  return names;
}

export interface VerifiedPlace {
  readonly snapshots: readonly { readonly name: string; readonly manifest: BackupManifest }[];
  readonly content: number;
}

/**
 * Verifies backups of a backup place, and reads every referenced piece of content once.
 * @param names backups; by default all that were started, except those that are being made
 * @throws BackupError that names everything that is missing, incomplete or damaged; also if there is no backup
 */
export async function verifyPlace(place: BackupPlace, names?: readonly string[]): Promise<VerifiedPlace> {
  const snapshots: { name: string; manifest: BackupManifest }[] = [];
  const faults: string[] = [];
  const read = new Set<string>();
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      faults.push(error.message);
    }
  };
  for (const name of names ?? (await startedSnapshots(place))) {
    await attempt(async () => {
      const { parts, contents } = await place.snapshot(name);
      const manifest = await readArchive(place.archive(name, parts));
      let objects = 0;
      for await (const { sha256 } of readObjectList(place, contents)) {
        objects += 1;
        if (read.has(sha256)) continue;
        read.add(sha256);
        await attempt(async () => void (await place.readContent(sha256)));
      }
      if (objects !== manifest.objects.count) {
        throw new BackupError(`The list of objects of ${name} is not the one that was written.`);
      }
      snapshots.push({ name, manifest });
    });
  }
  if (faults.length > 0) {
    throw new BackupError(
      `${place.shown} is damaged:\n${faults
        .slice(0, 20)
        .map((fault) => `  ${fault}`)
        .join('\n')}\n` +
        'Delete damaged files of content/: the next backup writes them again if the product still has the pictures. ' +
        'Pruning removes backups that are not complete.',
    );
  }
  if (snapshots.length === 0) throw new BackupError(`There are no complete backups in ${place.shown}.`);
  return { snapshots, content: read.size };
}
