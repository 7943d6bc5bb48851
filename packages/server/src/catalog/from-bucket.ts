import { RUN_ITEMS_MAX, RUN_ITEMS_PER_CALL } from '@packshot/contract';
import type { AddedFromBucket, BucketContents, BucketSource, SkippedObjects } from '@packshot/contract';
import { namesOfPhotos, photoPath } from '@packshot/contract/catalog/photo-names';
import { photosIn, presentContents } from '../buckets/contents.ts';
import type { BucketAccess } from '../buckets/access.ts';
import type { Caller } from '../platform/access/caller.ts';
import type { CatalogStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { RunDependencies } from './dependencies.ts';
import { lockDraft } from './lock-run.ts';
import type { StoredRun, NewItem } from './model.ts';

type Deps = Pick<RunDependencies, 'database' | 'buckets'>;

/** Lists the photos in a bucket folder, as a preview before they are added to a run. */
export async function lookIntoBucket(
  buckets: BucketAccess,
  caller: Caller,
  { bucket_id: bucketId, folder }: BucketSource,
): Promise<BucketContents> {
  assertPermitted(caller, 'catalog.write');
  const opened = await buckets.open(caller, bucketId, 'read');
  try {
    return presentContents(await photosIn(opened, folder));
  } finally {
    opened.client.close();
  }
}

/**
 * Turns every photo of a bucket folder into a row, named by the same rules as uploaded files. Throws BUCKET_EMPTY, and
 * the errors of listing a bucket.
 */
export async function rowsOfBucket(
  buckets: BucketAccess,
  caller: Caller,
  { bucket_id: bucketId, folder }: BucketSource,
): Promise<{ readonly rows: readonly NewItem[]; readonly skipped: SkippedObjects }> {
  const opened = await buckets.open(caller, bucketId, 'read');
  try {
    const { photos, skipped } = await photosIn(opened, folder);
    if (photos.length === 0) throw new DomainError('BUCKET_EMPTY');
    const names = namesOfPhotos(photos.map(({ key }) => photoPath(key)));
    const rows = photos.map(({ key, etag }, place) => ({
      sku: names[place]?.sku ?? '',
      slot: names[place]?.slot ?? '',
      variant: '',
      columns: {},
      source: { kind: 'bucket' as const, bucketId, key, etag },
    }));
    return { rows, skipped };
  } finally {
    opened.client.close();
  }
}

/** Appends the photos of a bucket folder to the rows of a draft, either all or none. */
export async function addFromBucket(
  { database, buckets }: Deps,
  caller: Caller,
  id: string,
  source: BucketSource,
): Promise<AddedFromBucket> {
  assertPermitted(caller, 'catalog.write');
  const run = await database.stores.runs.find(caller.userId, id);
  if (run === null) throw new DomainError('NOT_FOUND');
  if (run.status !== 'draft') throw new DomainError('RUN_NOT_READY');
  // Listing a bucket takes time, so it happens before the draft is locked.
  const { rows, skipped } = await rowsOfBucket(buckets, caller, source);
  return database.transaction(async (stores) => {
    const locked = await lockDraft(stores, caller, id);
    const before = await stores.runs.countItems(id);
    const added = await addInParts(stores, locked, before, rows);
    return { added, items: await stores.runs.countItems(id), skipped };
  });
}

/** Adds rows to a run in several statements. Throws RUN_TOO_LARGE. */
export async function addInParts(
  { runs }: CatalogStores,
  run: Pick<StoredRun, 'id' | 'userId'>,
  before: number,
  rows: readonly NewItem[],
): Promise<number> {
  if (before + rows.length > RUN_ITEMS_MAX) throw new DomainError('RUN_TOO_LARGE');
  let added = 0;
  for (let at = 0; at < rows.length; at += RUN_ITEMS_PER_CALL) {
    added += await runs.addItems(run, before + at + 1, rows.slice(at, at + RUN_ITEMS_PER_CALL));
  }
  return added;
}
