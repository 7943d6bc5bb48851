import type { Box, RgbaRaster } from '../raster/raster.ts';

/** Minimum share of the product's width or height that touches the photo's edge, for counting as cut off. */
const LEAST_SHARE = 0.04;
const OPAQUE_FROM = 128;

export type CutSide = 'left' | 'right';

/**
 * True if the photo's lower edge cuts the product off. A picture that was trimmed to its product touches all four
 * sides without cutting anything.
 * @param box visible part of the cut-out
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

/**
 * Side at which the photo cuts the product off. A product that touches both sides doesn't count as cut off, because
 * its middle is visible.
 * @param box visible part of the cut-out
 */
export function findCutSide({ data, widthPx }: RgbaRaster, box: Box): CutSide | undefined {
  const isLeft = box.xPx === 0;
  if (isLeft === (box.xPx + box.widthPx === widthPx)) return undefined;
  const column = isLeft ? 0 : widthPx - 1;
  let solid = 0;
  for (let y = box.yPx; y < box.yPx + box.heightPx; y++)
    if (data[(y * widthPx + column) * 4 + 3] >= OPAQUE_FROM) solid++;
  if (solid < Math.max(1, LEAST_SHARE * box.heightPx)) return undefined;
  return isLeft ? 'left' : 'right';
}
