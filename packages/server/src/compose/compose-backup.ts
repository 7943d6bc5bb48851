import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openObjects } from './compose-objects.ts';
import type { ServerConfig } from '../platform/config/config.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { BackupError } from '../platform/backup/archive/backup-error.ts';
import { archiveName, writeArchiveFile } from '../platform/backup/archive-file.ts';
import { BackUp } from '../platform/backup/back-up.ts';
import type { BackupPlace } from '../platform/backup/place/backup-place.ts';
import { makeSnapshot } from '../platform/backup/place/snapshots.ts';
import type { MadeSnapshot } from '../platform/backup/place/snapshots.ts';
import { restore } from '../platform/backup/restore.ts';
import type { RestoreOptions } from '../platform/backup/restore.ts';

interface BackupProgress {
  readonly objects: number;
}

const SECRETS = 'secrets';

/** Creates the backup services and opens the configured object store. Connects to the database only when needed. */
export async function composeBackup(config: ServerConfig, logger: Logger) {
  const { databaseUrl, dataDir } = config;
  const secretsFolder = join(dataDir, SECRETS);
  const { objects, closeObjects } = await openObjects(config, logger);
  return {
    /**
     * Writes a backup.
     * @param place path of a file, or of a folder in which the backup's file is named by its time
     */
    async backUp(place: string, passphrase: string | null, onProgress: (progress: BackupProgress) => void) {
      const createdAt = new Date();
      const isFolder = (await stat(place).catch(() => null))?.isDirectory() === true;
      const file = isFolder ? join(place, archiveName(createdAt, passphrase !== null)) : place;
      const backUp = new BackUp({
        databaseUrl,
        objects,
        secretsFolder,
        product: productVersion(),
        createdAt,
        keeper: null,
        onProgress,
      });
      const archive = { createdAt, entries: backUp.entries(), manifest: () => backUp.manifest(), passphrase };
      return { file, manifest: await writeArchiveFile(file, archive) };
    },
    /** Adds a backup to a backup place, a folder or bucket with several backups. */
    backUpInto(
      place: BackupPlace,
      passphrase: string | null,
      onProgress: (progress: BackupProgress) => void,
    ): Promise<MadeSnapshot> {
      const [product, createdAt] = [productVersion(), new Date()];
      const options = { databaseUrl, objects, secretsFolder, product, createdAt, onProgress };
      return makeSnapshot(place, passphrase, options);
    },
    /**
     * Restores a backup.
     * @param isAgain true to repeat an interrupted restore, whose objects may already exist
     */
    async restore(
      backup: Pick<RestoreOptions, 'archive' | 'manifest' | 'contents'>,
      {
        isAgain,
        onProgress,
      }: { readonly isAgain: boolean; readonly onProgress: (progress: BackupProgress) => void },
    ): Promise<void> {
      if (!isAgain) {
        for await (const { key } of objects.list('')) {
          throw new BackupError(`The store is not empty: it holds ${key}.`);
        }
      }
      await restore({ ...backup, databaseUrl, objects, secretsFolder, onProgress });
    },
    close: closeObjects,
  };
}

export type BackupComposition = Awaited<ReturnType<typeof composeBackup>>;

function productVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
