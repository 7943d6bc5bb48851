import type { Box, RgbaRaster } from '../raster.ts';

/** Of the product's width, how much of it must reach the photo's lower edge. */
const LEAST_SHARE = 0.04;
const OPAQUE_FROM = 128;

/**
 * Whether the photo's lower edge cuts a product off. A picture that was trimmed to its product touches it on all sides and cuts nothing.
 * @param box the visible part of the cut-out
 */
export function isCutBelow({ data, widthPx, heightPx }: RgbaRaster, box: Box): boolean {
  if (box.yPx + box.heightPx < heightPx) return false;
  const isTrimmed = box.xPx === 0 && box.yPx === 0 && box.widthPx === widthPx;
  if (isTrimmed) return false;
  let solid = 0;
  const row = (heightPx - 1) * widthPx;
  for (let x = box.xPx; x < box.xPx + box.widthPx; x++) if (data[(row + x) * 4 + 3] >= OPAQUE_FROM) solid++;
  return solid >= Math.max(1, LEAST_SHARE * box.widthPx);
}
