import type { AlphaRaster } from '../../raster/raster.ts';
import { boxMean, windowExtremes } from '../../raster/box-filter.ts';

/**
 * Radius over which masks are averaged before they are compared. Where the network is uncertain about a region, its
 * mask is mottled.
 */
const SMOOTH_RADIUS_CELLS = 4;

/** Mean of a mask over the neighborhood of each cell. */
export function smoothMask({ data, widthPx, heightPx }: AlphaRaster): Float32Array {
  const values = Float32Array.from(data);
  boxMean(values, values, widthPx, heightPx, SMOOTH_RADIUS_CELLS, new Float32Array(values.length));
  return values;
}

/** Distance around a region's core over which two masks are blended, so that the region has its own soft edge. */
const BLEND_RADIUS_CELLS = 10;

/** Blending weights, 0 to 1, of the cells that are marked with 1 and the cells around them. */
export function blendedAround(marks: Uint8Array, widthPx: number, heightPx: number): Float32Array {
  const weights = Float32Array.from(windowExtremes(marks, widthPx, heightPx, BLEND_RADIUS_CELLS).max);
  boxMean(weights, weights, widthPx, heightPx, BLEND_RADIUS_CELLS / 2, new Float32Array(marks.length));
  return weights;
}
