import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupBucketConfig } from '../platform/config/object-store-config.ts';
import { InvalidObjectKeyError } from '../platform/objects/object-store.ts';
import { BackupError } from '../platform/backup/archive/backup-error.ts';
import type { PlaceToOpen } from '../platform/backup/place/backup-place.ts';
import { openDiskObjectStore } from '../platform/objects/disk-object-store.ts';
import { assertKeyPrefix } from '../platform/objects/object-key.ts';
import { createS3ObjectStore } from '../platform/objects/s3-object-store.ts';

const BUCKET_SCHEME = 's3://';

export const isBucketPlace = (place: string): boolean => place.startsWith(BUCKET_SCHEME);

/** Whether a path is a backup place (a folder or bucket with several backups) rather than a single archive. */
export const isPlace = (place: string): boolean =>
  isBucketPlace(place) || existsSync(join(place, 'objects', 'place.json'));

export interface OpenedStore {
  readonly toOpen: PlaceToOpen;
  readonly close: () => void;
}

/**
 * Opens the folder or bucket of a backup place.
 * @param bucket settings to reach buckets, read only if the place is in one
 * @throws BackupError for an invalid address, or without keys
 */
export async function openPlaceStore(
  place: string,
  passphrase: string | null,
  bucket: () => BackupBucketConfig | null,
): Promise<OpenedStore> {
  if (!isBucketPlace(place)) {
    const store = await openDiskObjectStore({
      rootFolder: place,
      // Objects of a backup place never get download links, so a random secret is enough.
      signingSecret: randomBytes(32).toString('hex'),
      urlPrefix: '',
    });
    return { toOpen: { store, prefix: '', shown: place, passphrase }, close: () => undefined };
  }
  const [, name, path = ''] = /^s3:\/\/([\w.-]{3,255})(?:\/(.*))?$/.exec(place) ?? [];
  if (name === undefined) throw new BackupError(`${place} is not like s3://bucket/folder.`);
  const folder = path.replace(/\/$/, '');
  try {
    assertKeyPrefix(folder);
  } catch (cause) {
    if (!(cause instanceof InvalidObjectKeyError)) throw cause;
    throw new BackupError(`${place}: use letters, digits, dots, hyphens and slashes after the bucket.`, {
      cause,
    });
  }
  const config = bucket();
  if (config === null) {
    throw new BackupError(
      `There are no keys for ${place}: set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY (docs/configuration.md).`,
    );
  }
  const { endpoint, ...rest } = config;
  const store = createS3ObjectStore({ ...rest, bucket: name, ...(endpoint !== null && { endpoint }) });
  const prefix = folder === '' ? '' : `${folder}/`;
  return { toOpen: { store, prefix, shown: place, passphrase }, close: () => store.close() };
}
