/** Functions that derive the crop on the stage from the document. They store nothing. */
import { getPictureSize } from '../../model/document.ts';
import type { StudioDocument } from '../../model/document.ts';
import {
  currentResult,
  isCutOut,
  PHOTO_ID,
  findResult,
  shownResults,
  findSource,
} from '../../model/results.ts';
import type { PictureId } from '../../model/results.ts';
import { turnedSize, WHOLE } from '../../model/crop.ts';
import type { Crop } from '../../model/crop.ts';
import type { PixelSize } from '../../model/size.ts';

/** ID of the picture from which a crop was made; cropping a crop only changes the crop's settings. */
export const cropBaseId = (document: StudioDocument): PictureId =>
  currentResult(document)?.cropOf?.id ?? document.edits.currentId;

const appliedCrop = (document: StudioDocument): Crop => currentResult(document)?.cropOf?.crop ?? WHOLE;

/** Crop settings that the tool now shows. */
export function getCrop(document: StudioDocument): Crop {
  const { crop } = document.edits;
  return crop?.id === cropBaseId(document) ? crop.crop : appliedCrop(document);
}

export const isCropChanged = (document: StudioDocument): boolean =>
  JSON.stringify(getCrop(document)) !== JSON.stringify(appliedCrop(document));

/** Size of the uncropped picture on the stage, after quarter turns. */
export function croppingSize(document: StudioDocument): PixelSize | null {
  const size = getPictureSize(document, cropBaseId(document));
  return size && turnedSize(size, getCrop(document));
}

/**
 * Pictures that are cropped together. A photo and its cut-out must stay aligned pixel by pixel, so both get the same
 * crop. Any other picture is cropped alone.
 */
export interface CropPair {
  readonly sourceId: PictureId;
  /** ID of the cut-out that is cropped too; null if there is none. */
  readonly cutOutId: PictureId | null;
}

/** Pictures that applying the crop would change. */
export function cropPair(document: StudioDocument): CropPair {
  const baseId = cropBaseId(document);
  if (isCutOut(findResult(document, baseId)))
    return { sourceId: findSource(document, baseId), cutOutId: baseId };
  const cutOut = shownResults(document).findLast(
    (result) => isCutOut(result) && findSource(document, result.id) === baseId,
  );
  return { sourceId: baseId, cutOutId: cutOut?.id ?? null };
}

/** Formats of photos that have no transparency; a HEIC can have it, but cameras' files don't. */
const OPAQUE_TYPES: readonly string[] = ['image/jpeg', 'image/heic'];

/** Whether a picture counts as opaque: the photo, unless its format may have transparency. */
export const isOpaque = ({ photo }: StudioDocument, id: PictureId): boolean =>
  id === PHOTO_ID && photo !== null && OPAQUE_TYPES.includes(photo.mimeType);
