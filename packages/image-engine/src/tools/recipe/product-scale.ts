import type { Size } from '../../pixels/raster/box.ts';
/**
 * Size of a product in a picture relative to its photo. Uses the larger of both ratios, because a studio set may hide
 * a part of the product.
 */
export const computeScale = (inPhoto: Size, inPicture: Size): number =>
  Math.max(inPicture.widthPx / inPhoto.widthPx, inPicture.heightPx / inPhoto.heightPx);
