/** Finds the parts of a cut-out in its pictures. It uses nothing that only a page has, so that another thread can do it. */
import type { Size } from '../../../model/size.ts';
import { pixelsOn } from '../load-pixels.ts';
import { findParts } from './find-parts.ts';
import type { Parts } from './find-parts.ts';

/** As fine as parts have to be told apart; their rims follow the photo's edges at full size. */
const LONGEST_SIDE = 384;

/**
 * @param image size of the photo, and of both cut-outs
 * @param earliest the cut-out before any correction, where that is another one
 */
export async function loadParts(
  image: Size,
  photo: Blob,
  cutOut: Blob,
  earliest: Blob | null,
): Promise<Parts> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.widthPx, image.heightPx));
  const sideOf = (sidePx: number): number => Math.max(1, Math.round(sidePx * scale));
  const grid = { scale, widthPx: sideOf(image.widthPx), heightPx: sideOf(image.heightPx) };
  const pixels = (picture: Blob) => pixelsOn({ ...grid, leftPx: 0, topPx: 0 }, picture, image.widthPx);
  return findParts(grid, await pixels(photo), await pixels(cutOut), earliest && (await pixels(earliest)));
}
