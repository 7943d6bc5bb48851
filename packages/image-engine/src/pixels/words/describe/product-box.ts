import { visibleBounds } from '../../raster/alpha.ts';
import { raster } from '../../raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster, RgbRaster } from '../../raster/raster.ts';

const INSIDE_FROM = 128;
/** Minimum side of an area with readable text, in pixels. */
const MIN_SIDE_PX = 24;

/** Box of the product, on the mask's grid and in the photo; the mask covers the whole photo. */
interface ProductBoxPair {
  readonly inMask: Box;
  readonly inPhoto: Box;
}

/** Finds the product's box; undefined if the mask is empty or the product is too small for OCR. */
export function productBox(mask: AlphaRaster, photo: RgbaRaster): ProductBoxPair | undefined {
  const inMask = visibleBounds(mask, INSIDE_FROM);
  if (inMask === undefined) return undefined;
  const acrossScale = photo.widthPx / mask.widthPx;
  const downScale = photo.heightPx / mask.heightPx;
  const xPx = Math.floor(inMask.xPx * acrossScale);
  const yPx = Math.floor(inMask.yPx * downScale);
  const widthPx = Math.min(photo.widthPx - xPx, Math.ceil(inMask.widthPx * acrossScale));
  const heightPx = Math.min(photo.heightPx - yPx, Math.ceil(inMask.heightPx * downScale));
  if (widthPx < MIN_SIDE_PX || heightPx < MIN_SIDE_PX) return undefined;
  return { inMask, inPhoto: { xPx, yPx, widthPx, heightPx } };
}

/** Combines color and alpha of the same size to one picture. */
export function withAlpha({ data, widthPx, heightPx }: RgbRaster, alpha: AlphaRaster): RgbaRaster {
  const both = new Uint8Array(widthPx * heightPx * 4);
  for (let i = 0; i < alpha.data.length; i++) {
    both.set(data.subarray(3 * i, 3 * i + 3), 4 * i);
    both[4 * i + 3] = alpha.data[i];
  }
  return raster(both, widthPx, heightPx, 4);
}
