import type { UploadDatabase } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { ObjectNotFoundError } from '../platform/objects/object-store.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import type { Moderation } from './moderation.ts';

interface ReadDependencies {
  readonly database: UploadDatabase;
  readonly objects: ObjectStore;
  readonly moderation: Pick<Moderation, 'assertNotFoundIndecent'>;
}

/**
 * Reads a user's upload or stored picture. Checks ownership first, as for a job.
 * @throws DomainError UPLOAD_NOT_FOUND, INDECENT_IMAGE
 */
export async function readOwned(
  { database, moderation, objects }: ReadDependencies,
  { userId }: { readonly userId: string },
  key: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { uploads, assets } = database.stores;
  const upload = await uploads.find(userId, key);
  const isOwned = upload !== null || (await assets.isStored(userId, key));
  if (!isOwned) throw new DomainError('UPLOAD_NOT_FOUND');
  moderation.assertNotFoundIndecent(upload?.judgment ?? null);
  return readObject(objects, key, signal);
}

/**
 * Reads an object.
 * @throws DomainError UPLOAD_NOT_FOUND
 */
export async function readObject(
  objects: ObjectStore,
  key: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    return await objects.read(key, signal);
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new DomainError('UPLOAD_NOT_FOUND', { cause: error });
    throw error;
  }
}
