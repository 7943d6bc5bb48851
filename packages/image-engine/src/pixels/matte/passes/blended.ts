import type { AlphaRaster } from '../../raster/raster.ts';
import { boxMean, windowExtremes } from '../../raster/box-filter.ts';

/** Views are compared as means over so many cells on each side: a view that is not sure of a part is mottled there. */
const SMOOTH_RADIUS_CELLS = 4;

/** A view as means over its neighborhoods. */
export function smoothed({ data, widthPx, heightPx }: AlphaRaster): Float32Array {
  const values = Float32Array.from(data);
  boxMean(values, values, widthPx, heightPx, SMOOTH_RADIUS_CELLS, new Float32Array(values.length));
  return values;
}

/** Around the core of a part, views pass into each other over so many cells: its own soft edge belongs to it. */
const BLEND_RADIUS_CELLS = 10;

/** Weights, 0 to 1, by which a view counts at the cells that are marked with 1 and around them. */
export function blendedAround(marks: Uint8Array, widthPx: number, heightPx: number): Float32Array {
  const weights = Float32Array.from(windowExtremes(marks, widthPx, heightPx, BLEND_RADIUS_CELLS).max);
  boxMean(weights, weights, widthPx, heightPx, BLEND_RADIUS_CELLS / 2, new Float32Array(marks.length));
  return weights;
}
