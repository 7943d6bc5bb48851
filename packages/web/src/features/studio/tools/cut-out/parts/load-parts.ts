/** Loads the pixels of a cut-out and finds its segments. Uses no API that only pages have, so a worker can run it. */
import type { PixelSize } from '../../../model/size.ts';
import { pixelsOn } from '../load-pixels.ts';
import { findParts } from './find-parts.ts';
import type { CutOutSegments } from './find-parts.ts';

/** Longest side of the grid, in cells: enough to distinguish segments; their edges follow the full-size photo. */
const LONGEST_SIDE = 384;

/**
 * Finds the segments.
 * @param image size of the photo and of both cut-outs
 * @param earliest cut-out before any correction, if different
 */
export async function loadParts(
  image: PixelSize,
  photo: Blob,
  cutOut: Blob,
  earliest: Blob | null,
): Promise<CutOutSegments> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.widthPx, image.heightPx));
  const scaleSide = (sidePx: number): number => Math.max(1, Math.round(sidePx * scale));
  const grid = { scale, widthPx: scaleSide(image.widthPx), heightPx: scaleSide(image.heightPx) };
  const pixels = (picture: Blob) => pixelsOn({ ...grid, leftPx: 0, topPx: 0 }, picture, image.widthPx);
  return findParts(grid, await pixels(photo), await pixels(cutOut), earliest && (await pixels(earliest)));
}
