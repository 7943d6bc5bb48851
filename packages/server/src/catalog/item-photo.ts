import { createHash } from 'node:crypto';
import { photoPath } from '@packshot/contract/catalog/photo-names';
import type { BucketAccess } from '../buckets/access.ts';
import type { Caller } from '../platform/access/caller.ts';
import type { CatalogDatabase } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { ObjectNotFoundError } from '../platform/objects/object-store.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import type { PublicFetch } from '../platform/public-fetch/public-fetch-error.ts';
import { fetchPicture, getDisplayName } from '../tools/public-jobs/pictures.ts';
import type { UploadService } from '../uploads/service.ts';
import { isTimeUp, withinTime } from '../platform/within-time.ts';
import type { StoredItem } from './model.ts';
import type { RunsBehind } from './runs-behind.ts';

export interface PhotoDependencies {
  readonly database: CatalogDatabase;
  readonly objects: Pick<ObjectStore, 'read'>;
  readonly uploads: Pick<UploadService, 'store'>;
  readonly publicFetch: PublicFetch;
  readonly buckets: BucketAccess;
  readonly behind: Pick<RunsBehind, 'signal'>;
}

/** Timeout for fetching a photo from a bucket; the rest of the run waits meanwhile. */
const BUCKET_TIMEOUT_MS = 20_000;
const NOTHING = new Uint8Array();

export interface ItemPhoto {
  /** Storage key of the photo. Null if it wasn't fetched because the same photo was processed before. */
  readonly key: string | null;
  readonly sha256: string;
  /** ETag of the photo; set only for photos from a bucket. */
  readonly etag?: string;
}

/**
 * Loads the photo of an item and its hash; fetches it on first use.
 * @param unlessDoneBy recipe hash: a bucket photo that hasn't changed since this recipe processed it isn't fetched
 * again. Null to always fetch.
 */
export async function loadItemPhoto(
  deps: PhotoDependencies,
  caller: Caller,
  item: StoredItem,
  unlessDoneBy: string | null,
): Promise<ItemPhoto> {
  const { database, objects, publicFetch, uploads } = deps;
  const { photoKey, photoSha256, sourceKind, sourceName } = item;
  if (photoKey !== null && photoSha256 !== null) return { key: photoKey, sha256: photoSha256 };
  let key = photoKey;
  let bytes: Uint8Array;
  let etag: string | undefined;
  if (key !== null) {
    try {
      bytes = await objects.read(key);
    } catch (error) {
      if (error instanceof ObjectNotFoundError) throw new DomainError('UPLOAD_NOT_FOUND', { cause: error });
      throw error;
    }
  } else if (sourceKind === 'bucket') {
    const bucketPhoto = await photoInBucket(deps, caller, item, unlessDoneBy);
    if (!('bytes' in bucketPhoto)) return bucketPhoto;
    ({ bytes, etag } = bucketPhoto);
    ({ key } = await uploads.store(caller, bytes, nameOfKey(sourceName)));
  } else if (sourceKind === 'url') {
    bytes = await fetchPicture(publicFetch, sourceName);
    ({ key } = await uploads.store(caller, bytes, getDisplayName({ url: sourceName }) || 'picture'));
  } else throw new DomainError('UPLOAD_NOT_FOUND');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const photo = { key, sha256, ...(etag !== undefined && { etag }) };
  await database.stores.runs.notePhoto(item.runId, item.row, photo);
  return photo;
}

/** Fetches an item's photo from its bucket. Checks the caller's current rights to the bucket. */
async function photoInBucket(
  { database, buckets, behind }: PhotoDependencies,
  caller: Caller,
  { bucketId, sourceName: key }: StoredItem,
  unlessDoneBy: string | null,
): Promise<{ readonly bytes: Uint8Array; readonly etag: string } | ItemPhoto> {
  const { client } = await buckets.open(caller, bucketId, 'read');
  try {
    const previousFetch =
      unlessDoneBy === null || bucketId === null
        ? null
        : await database.stores.runs.findFetched(caller.userId, { bucketId, key }, unlessDoneBy);
    const bucketObject = await withinTime(BUCKET_TIMEOUT_MS, behind.signal, async (signal) => {
      try {
        return await client.read(key, previousFetch?.etag ?? null, signal);
      } catch (error) {
        if (isTimeUp(signal)) throw new DomainError('BUCKET_UNREACHABLE', { cause: error });
        throw error;
      }
    });
    if (bucketObject !== 'unchanged') return bucketObject;
    // An "unchanged" response (304) is only valid if our request sent a known ETag.
    if (previousFetch === null) throw new DomainError('BUCKET_BAD_ANSWER');
    return { key: null, ...previousFetch };
  } finally {
    client.close();
  }
}

const nameOfKey = (key: string): string =>
  getDisplayName({ bytes: NOTHING, fileName: photoPath(key).name }) || 'picture';
