import type { SceneLock } from '@packshot/contract';
import { fitsLock, isMaskShape } from '@packshot/image-engine/pixels';
import type { LockableSet } from '@packshot/image-engine/pixels';
import type { Caller } from '../../platform/access/caller.ts';
import type { ToolStores } from '../stores.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { ReferenceCatalog } from '../reference-catalog.ts';
import type { PictureHeader } from '../../uploads/picture-header.ts';

/* Checks that several tools share, made before credits are debited. */

/**
 * Checks that a mask matches its photo.
 * @throws DomainError MASK_MISMATCH if the mask can't belong to the photo
 */
export function checkPhotoAndMask([photo, mask]: readonly PictureHeader[]): void {
  if (photo !== undefined && mask !== undefined) checkMaskShape(mask, photo);
}

/**
 * Checks that a mask has the shape of its photo. Either picture may be rotated, because a header gives the size before
 * orientation; an unknown size passes.
 * @throws DomainError MASK_MISMATCH if the mask can't belong to the photo
 */
export function checkMaskShape(mask: PictureHeader, photo: PictureHeader): void {
  if (isUnknown(mask) || isUnknown(photo)) return;
  if (!isMaskShape(mask, photo) && !isMaskShape(mask, swapSides(photo)))
    throw new DomainError('MASK_MISMATCH');
}

const isUnknown = (header: PictureHeader): boolean => header.widthPx === 0;

const swapSides = ({ widthPx, heightPx }: PictureHeader): PictureHeader => ({
  widthPx: heightPx,
  heightPx: widthPx,
});

/**
 * Checks that a result's download was paid for, after which other forms of it are free. An upload needs no download.
 * @throws DomainError DOWNLOAD_NEEDED
 */
export async function assertDownloaded(
  { assets }: ToolStores,
  { userId }: Caller,
  key: string,
): Promise<void> {
  if ((await assets.isStored(userId, key)) && !(await assets.filterPaid([key])).has(key))
    throw new DomainError('DOWNLOAD_NEEDED');
}

/**
 * Checks that a reference exists.
 * @throws DomainError REFERENCE_NOT_FOUND if the family of studio sets doesn't exist
 */
export async function checkReference(referenceId: string, references: ReferenceCatalog): Promise<void> {
  const isKnown = (await references.list()).some(({ id }) => id === referenceId);
  if (!isKnown) throw new DomainError('REFERENCE_NOT_FOUND');
}

/**
 * Returns a scene lock (settings of an earlier scene) with its studio set. Throws DomainError LOOK_GONE, before any
 * charge, if the set no longer exists.
 */
export async function findKnownLock(
  sceneLock: SceneLock | null,
  references: ReferenceCatalog,
): Promise<{ readonly look: SceneLock; readonly set: LockableSet }> {
  const set = sceneLock && (await references.set(sceneLock.setId));
  if (!sceneLock || !set || !fitsLock(set, sceneLock)) throw new DomainError('LOOK_GONE');
  return { look: sceneLock, set };
}
