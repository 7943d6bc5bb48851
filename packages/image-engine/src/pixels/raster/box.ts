import type { Box } from './raster.ts';

/** Geometry of boxes in a picture. */
/** Size of a picture. */
export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Expands the box by `byPx` on each side, clipped to the picture. */
export function expandBox(box: Box, byPx: number, picture: Size): Box {
  const xPx = Math.max(0, box.xPx - byPx);
  const yPx = Math.max(0, box.yPx - byPx);
  return {
    xPx,
    yPx,
    widthPx: Math.min(picture.widthPx, box.xPx + box.widthPx + byPx) - xPx,
    heightPx: Math.min(picture.heightPx, box.yPx + box.heightPx + byPx) - yPx,
  };
}

/** Smallest box that contains both boxes. */
export function boxAround(a: Box, b: Box): Box {
  const xPx = Math.min(a.xPx, b.xPx);
  const yPx = Math.min(a.yPx, b.yPx);
  return {
    xPx,
    yPx,
    widthPx: Math.max(a.xPx + a.widthPx, b.xPx + b.widthPx) - xPx,
    heightPx: Math.max(a.yPx + a.heightPx, b.yPx + b.heightPx) - yPx,
  };
}

/** True when the boxes share a pixel. */
export const overlap = (a: Box, b: Box): boolean =>
  a.xPx < b.xPx + b.widthPx &&
  b.xPx < a.xPx + a.widthPx &&
  a.yPx < b.yPx + b.heightPx &&
  b.yPx < a.yPx + a.heightPx;
