import { emptyRaster } from '../../raster/raster.ts';
import type { RgbaRaster } from '../../raster/raster.ts';
import { resample } from '../../raster/resample.ts';
import type { FixPlan } from './fix-plan.ts';

/**
 * A picture in the frame that was planned for it. Without another scale every pixel stays as it is.
 * @param fill RGBA of what lies beyond the picture's edges
 */
export function reframed(
  image: RgbaRaster,
  { window, size, scale }: FixPlan,
  fill: readonly [number, number, number, number],
): RgbaRaster {
  const framed = windowOf(image, window, fill);
  if (scale === 1) return framed;
  // Enlarging as well as making smaller keeps edges as they are, without rings.
  return resample(framed, size.widthPx, size.heightPx, 'cubic');
}

function windowOf(
  image: RgbaRaster,
  { xPx, yPx, widthPx, heightPx }: FixPlan['window'],
  fill: readonly [number, number, number, number],
): RgbaRaster {
  if (xPx === 0 && yPx === 0 && widthPx === image.widthPx && heightPx === image.heightPx) return image;
  const framed = emptyRaster(widthPx, heightPx, 4);
  for (let i = 0; i < framed.data.length; i += 4) framed.data.set(fill, i);
  const [left, right] = [Math.max(0, xPx), Math.min(image.widthPx, xPx + widthPx)];
  const [top, bottom] = [Math.max(0, yPx), Math.min(image.heightPx, yPx + heightPx)];
  for (let y = top; y < bottom && right > left; y++) {
    const row = image.data.subarray((y * image.widthPx + left) * 4, (y * image.widthPx + right) * 4);
    framed.data.set(row, ((y - yPx) * widthPx + left - xPx) * 4);
  }
  return framed;
}
