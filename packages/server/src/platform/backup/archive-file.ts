import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StorageFullError, StorageUnavailableError } from '../objects/object-store.ts';
import { publishExclusively, writeTemporary } from '../objects/disk-files.ts';
import { BackupError } from './archive/backup-error.ts';
import type { BackupManifest } from './archive/manifest.ts';
import { readArchive } from './archive/read-archive.ts';
import { archiveBytes } from './archive/write-archive.ts';
import type { ArchiveToWrite } from './archive/write-archive.ts';

/** Suffix of files that are still being written, in the folder of their final path. */
const PART = '.part';
/** Age from which a partial file counts as left by a killed backup. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** File name of a backup for which the operator gave only a folder. */
export const archiveName = (createdAt: Date, isSealed: boolean): string =>
  `packshot-${createdAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst${isSealed ? '.sealed' : ''}`;

/**
 * Writes an archive that only its owner can read, reads it back from disk and only then gives it its final name. A file
 * with the final name is therefore complete. An existing file isn't overwritten.
 */
export async function writeArchiveFile(file: string, archive: ArchiveToWrite): Promise<BackupManifest> {
  if (await stat(file).catch(() => null))
    throw new BackupError(`${file} is there already; it stays as it is.`);
  const folder = `${file}${PART}`;
  await removeStale(dirname(file));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 }).catch((cause: unknown) => {
    throw new BackupError(`${dirname(file)} cannot be written to (${getErrorCode(cause)}).`, { cause });
  });
  try {
    const temporary = await writeTemporary(folder, archiveBytes(archive));
    const manifest = await readArchive({ file: temporary.path, passphrase: archive.passphrase });
    if (!(await publishExclusively(temporary, file))) throw new BackupError(`${file} is there already.`);
    return manifest;
  } catch (cause) {
    if (cause instanceof StorageFullError) {
      throw new BackupError(`There is no room for ${file}; nothing of it was kept.`, { cause });
    }
    if (cause instanceof StorageUnavailableError) {
      throw new BackupError(
        `${file} or an object could not be written or read (${getErrorCode(cause.cause)}).`,
        {
          cause,
        },
      );
    }
    throw cause;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/^packshot-.*\.part$/.test(basename(name))) continue;
    const path = join(folder, name);
    const fileStats = await stat(path).catch(() => null);
    if (fileStats && Date.now() - fileStats.mtimeMs > STALE_MS)
      await rm(path, { recursive: true, force: true });
  }
}

const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
