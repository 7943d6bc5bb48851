/** What is being cropped on the stage: read from the document, never kept. */
import { sizeOf } from '../../model/document.ts';
import type { StudioDocument } from '../../model/document.ts';
import { currentResult, isCutOut, PHOTO_ID, resultOf, shownResults, sourceOf } from '../../model/results.ts';
import type { PictureId } from '../../model/results.ts';
import { turnedSize, WHOLE } from '../../model/crop.ts';
import type { Crop } from '../../model/crop.ts';
import type { Size } from '../../model/size.ts';

/** The whole picture that a crop is a part of; a crop is never cropped again, but set anew. */
export const cropBaseId = (document: StudioDocument): PictureId =>
  currentResult(document)?.cropOf?.id ?? document.edits.currentId;

/** The crop that was applied to what is on the stage. */
const appliedCrop = (document: StudioDocument): Crop => currentResult(document)?.cropOf?.crop ?? WHOLE;

/** The crop as it is set now. */
export function cropOf(document: StudioDocument): Crop {
  const { crop } = document.edits;
  return crop?.id === cropBaseId(document) ? crop.crop : appliedCrop(document);
}

/** True when applying it would make another picture than the one on the stage. */
export const isCropChanged = (document: StudioDocument): boolean =>
  JSON.stringify(cropOf(document)) !== JSON.stringify(appliedCrop(document));

/** Size of what is cropped, as it lies on the stage: turned, and whole. */
export function croppingSize(document: StudioDocument): Size | null {
  const size = sizeOf(document, cropBaseId(document));
  return size && turnedSize(size, cropOf(document));
}

/**
 * What one crop is made of. A photo and its cut-out lie over each other pixel by pixel, and have to go on doing so: a
 * crop of one is a crop of both. Any other picture is cropped alone.
 */
export interface CropPair {
  readonly sourceId: PictureId;
  /** Null where there is none. */
  readonly cutOutId: PictureId | null;
}

/** What applying the crop would crop. */
export function cropPair(document: StudioDocument): CropPair {
  const baseId = cropBaseId(document);
  if (isCutOut(resultOf(document, baseId))) return { sourceId: sourceOf(document, baseId), cutOutId: baseId };
  const cutOut = shownResults(document).findLast(
    (result) => isCutOut(result) && sourceOf(document, result.id) === baseId,
  );
  return { sourceId: baseId, cutOutId: cutOut?.id ?? null };
}

/** A photo from a camera has nothing to show through. */
export const isOpaque = (document: StudioDocument, id: PictureId): boolean =>
  id === PHOTO_ID && document.photo !== null && document.photo.mimeType !== 'image/png';
