import type { UpscaleFactor } from '@packshot/contract/tools/limits';
import { UPSCALE_MAX_SIDE_PX } from '@packshot/contract/tools/limits';
import type { PixelSize } from '../../model/size.ts';

export const enlargeSize = ({ widthPx, heightPx }: PixelSize, factor: UpscaleFactor): PixelSize => ({
  widthPx: widthPx * factor,
  heightPx: heightPx * factor,
});

export const fitsLimit = (size: PixelSize, factor: UpscaleFactor): boolean => {
  const { widthPx, heightPx } = enlargeSize(size, factor);
  return Math.max(widthPx, heightPx) <= UPSCALE_MAX_SIDE_PX;
};
