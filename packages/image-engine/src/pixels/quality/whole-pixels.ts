/** Finds the position of a picture that a file shows pixel for pixel, and counts the pixels that were changed. */
import { expectedAsIs } from './expected-product.ts';
import { productDifference } from './product-difference.ts';
import type { ProductDifference } from './product-difference.ts';
import { crop, raster } from '../raster/raster.ts';
import type { RgbaRaster } from '../raster/raster.ts';
import type { PictureTransform } from './resemblance.ts';

interface PixelPlace {
  readonly xPx: number;
  readonly yPx: number;
  /** True if the file shows the picture mirrored left to right. */
  readonly isFlipped: boolean;
}

/** Tolerance in pixels for rounding errors of doubles, and the longest side over which they may add up. */
const EXACT = 1e-3;
const LONGEST_SIDE_PX = 20_000;

/**
 * Position of a picture that is drawn pixel for pixel; null if it is scaled, rotated or moved by a fraction of a
 * pixel.
 */
export function pixelPlace([a, b, c, d, e, f]: PictureTransform, widthPx: number): PixelPlace | null {
  const isScaled = [Math.abs(a) - 1, b, c, d - 1].some((off) => Math.abs(off) * LONGEST_SIDE_PX > EXACT);
  const originX = a < 0 ? e - widthPx : e;
  const isBetween = [originX, f].some((at) => Math.abs(at - Math.round(at)) > EXACT);
  return isScaled || isBetween ? null : { xPx: Math.round(originX), yPx: Math.round(f), isFlipped: a < 0 };
}

export type CountedProduct = Pick<ProductDifference, 'total' | 'changed' | 'worstDeltaE'>;

/** Counts the opaque pixels of a product in a file, and how many of them changed; null if none is visible. */
export function countedPixels(
  file: RgbaRaster,
  product: RgbaRaster,
  { xPx, yPx, isFlipped }: PixelPlace,
): CountedProduct | null {
  const whole = isFlipped ? flipImage(product) : product;
  const [left, top] = [Math.max(0, xPx), Math.max(0, yPx)];
  const widthPx = Math.min(file.widthPx, xPx + whole.widthPx) - left;
  const heightPx = Math.min(file.heightPx, yPx + whole.heightPx) - top;
  if (widthPx <= 0 || heightPx <= 0) return null;
  const part = crop(whole, { xPx: left - xPx, yPx: top - yPx, widthPx, heightPx });
  const { total, changed, worstDeltaE } = productDifference(expectedAsIs(part, left, top), file);
  return total === 0 ? null : { total, changed, worstDeltaE };
}

function flipImage({ data, widthPx, heightPx }: RgbaRaster): RgbaRaster {
  const other = new Uint8Array(data.length);
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1) {
      const from = (y * widthPx + x) * 4;
      other.set(data.subarray(from, from + 4), (y * widthPx + widthPx - 1 - x) * 4);
    }
  return raster(other, widthPx, heightPx, 4);
}
