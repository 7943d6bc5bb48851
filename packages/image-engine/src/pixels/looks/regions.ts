import type { Box } from '../raster.ts';
import { findRegions } from '../regions.ts';

/** A connected part of a grid. */
export interface Region {
  /** Its cells, as positions in the grid. */
  readonly cells: Int32Array;
  readonly box: Box;
}

/** The connected parts (4 neighbors) of what is marked with 1 on a grid. */
export const regionsOf = (marks: Uint8Array, widthPx: number): Region[] =>
  findRegions(marks, widthPx, 1).map((cells) => ({ cells, box: boxOf(cells, widthPx) }));

function boxOf(cells: Int32Array, widthPx: number): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (const cell of cells) {
    const x = cell % widthPx;
    const y = (cell - x) / widthPx;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { xPx: left, yPx: top, widthPx: right - left + 1, heightPx: bottom - top + 1 };
}
