import {
  BUCKET_PREVIEW_PHOTOS,
  hasSupportedExtension,
  RUN_ITEMS_MAX,
  UPLOAD_MAX_BYTES,
} from '@packshot/contract';
import type { BucketContents, SkippedObjects } from '@packshot/contract';
import { isSystemFile } from '@packshot/contract/catalog/system-files';
import { DomainError } from '../platform/domain-error.ts';
import { withinTime } from '../platform/within-time.ts';
import type { OpenedBucket } from './access.ts';
import { isUsableKey, buildKeyPrefix } from './keys.ts';

interface FoundPhoto {
  readonly key: string;
  readonly sizeBytes: number;
  readonly etag: string;
}

interface FolderContents {
  readonly photos: readonly FoundPhoto[];
  readonly skipped: SkippedObjects;
}

const PAGE = 1000;
/** Maximum number of pages of the object listing. All objects count, photos or not. */
const MAX_PAGES = 30;
const TIMEOUT_MS = 60_000;

/**
 * Lists the photos of a folder and its subfolders.
 * @throws DomainError BUCKET_TOO_MANY, and faults of the bucket's server
 */
export async function photosIn({ bucket, client }: OpenedBucket, folder: string): Promise<FolderContents> {
  return withinTime(TIMEOUT_MS, undefined, (signal) => listPhotos(bucket, client, folder, signal));
}

async function listPhotos(
  storedBucket: OpenedBucket['bucket'],
  client: OpenedBucket['client'],
  folder: string,
  signal: AbortSignal,
): Promise<FolderContents> {
  const prefix = buildKeyPrefix(storedBucket, folder);
  const photos: FoundPhoto[] = [];
  const skipped = { no_photo: 0, too_large: 0, unusable_name: 0 };
  try {
    let after: string | null = null;
    for (let pages = 0; ; pages += 1) {
      if (pages === MAX_PAGES) throw new DomainError('BUCKET_TOO_MANY');
      const { objects, next } = await client.list(prefix, after, PAGE, signal);
      for (const object of objects) {
        const why = skippedBecause(object, prefix);
        if (why === null) photos.push(object);
        else if (why !== 'by-the-way') skipped[why] += 1;
      }
      if (photos.length > RUN_ITEMS_MAX) throw new DomainError('BUCKET_TOO_MANY');
      // Stops if the S3 server's cursor doesn't advance, to avoid an endless loop.
      if (next === null || (after !== null && next <= after)) return { photos, skipped };
      after = next;
    }
  } catch (error) {
    if (signal.aborted) throw new DomainError('BUCKET_UNREACHABLE', { cause: error });
    throw error;
  }
}

function skippedBecause(
  { key, sizeBytes }: FoundPhoto,
  prefix: string,
): keyof SkippedObjects | 'by-the-way' | null {
  const path = key.slice(prefix.length);
  // Skips folders, which S3 consoles create as empty objects, and system files.
  if (path === '' || key.endsWith('/') || isSystemFile(path)) return 'by-the-way';
  if (!hasSupportedExtension(key)) return 'no_photo';
  if (!isUsableKey(key)) return 'unusable_name';
  return sizeBytes > UPLOAD_MAX_BYTES ? 'too_large' : null;
}

export const presentContents = ({ photos, skipped }: FolderContents): BucketContents => ({
  photos: photos.length,
  bytes: photos.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  skipped,
  first: photos.slice(0, BUCKET_PREVIEW_PHOTOS).map(({ key, sizeBytes }) => ({ key, bytes: sizeBytes })),
});
