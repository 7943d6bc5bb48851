/** Size of an enlarged picture, and its limits. */
import type { UpscaleFactor } from '@packshot/contract/tools/limits';
import { UPSCALE_MAX_SIDE_PX } from '@packshot/contract/tools/limits';
import type { PixelSize } from '../../model/size.ts';

/** Size of a picture after enlarging. */
export const enlarged = ({ widthPx, heightPx }: PixelSize, factor: UpscaleFactor): PixelSize => ({
  widthPx: widthPx * factor,
  heightPx: heightPx * factor,
});

/** True if neither side of the enlarged picture exceeds the limit. */
export const fitsLimit = (size: PixelSize, factor: UpscaleFactor): boolean => {
  const { widthPx, heightPx } = enlarged(size, factor);
  return Math.max(widthPx, heightPx) <= UPSCALE_MAX_SIDE_PX;
};
