import type { AlphaRaster, Box } from '../raster.ts';
import { boxMean, windowExtremes } from '../box-filter.ts';
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

/** Views are compared as means over so many cells on each side: a view that is not sure of a part is mottled there. */
const SMOOTH_RADIUS_CELLS = 4;

/** A view as means over its neighborhoods. */
export function smoothed({ data, widthPx, heightPx }: AlphaRaster): Float32Array {
  const values = Float32Array.from(data);
  boxMean(values, values, widthPx, heightPx, SMOOTH_RADIUS_CELLS, new Float32Array(values.length));
  return values;
}

/** The mean of a grid's values over a part of it. */
export function meanIn({ data }: { readonly data: Uint8Array | Float32Array }, { cells }: Region): number {
  let sum = 0;
  for (const cell of cells) sum += data[cell];
  return sum / cells.length;
}

/** Around the core of a part, views pass into each other over so many cells: its own soft edge belongs to it. */
const BLEND_RADIUS_CELLS = 10;

/** Weights, 0 to 1, by which a view counts at the cells that are marked with 1 and around them. */
export function blendedAround(marks: Uint8Array, widthPx: number, heightPx: number): Float32Array {
  const weights = Float32Array.from(windowExtremes(marks, widthPx, heightPx, BLEND_RADIUS_CELLS).max);
  boxMean(weights, weights, widthPx, heightPx, BLEND_RADIUS_CELLS / 2, new Float32Array(marks.length));
  return weights;
}
