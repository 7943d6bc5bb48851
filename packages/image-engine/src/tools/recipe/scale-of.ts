import type { Size } from '../../pixels/raster/box.ts';
/** Size of a product in a picture relative to its photo. Uses the larger ratio, because a set may hide a part. */
export const computeScale = (inPhoto: Size, inPicture: Size): number =>
  Math.max(inPicture.widthPx / inPhoto.widthPx, inPicture.heightPx / inPhoto.heightPx);
