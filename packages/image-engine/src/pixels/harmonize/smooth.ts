import { boxMean } from '../box-filter.ts';

/** Three box means in a row come within a few percent of a Gaussian (Wells, 1986). */
const PASSES = 3;

/** A smoothed copy; the sigma is met as nearly as whole radii allow. */
export function smooth(
  source: Float32Array,
  widthPx: number,
  heightPx: number,
  sigmaPx: number,
): Float32Array {
  const result = Float32Array.from(source);
  const scratch = new Float32Array(source.length);
  const radiusPx = Math.max(1, Math.round((Math.sqrt((12 * sigmaPx * sigmaPx) / PASSES + 1) - 1) / 2));
  for (let i = 0; i < PASSES; i++) boxMean(result, result, widthPx, heightPx, radiusPx, scratch);
  return result;
}

/**
 * Smooths values that count only in proportion to `weight`, and so fills places of no weight from their surroundings
 * (normalized convolution, Knutsson and Westin 1993). `total` is the smoothed weight.
 */
export function smoothWeighted(
  values: Float32Array,
  total: Float32Array,
  weight: Float32Array,
  widthPx: number,
  heightPx: number,
  sigmaPx: number,
): Float32Array {
  const weighted = values.map((value, i) => value * weight[i]);
  const smoothed = smooth(weighted, widthPx, heightPx, sigmaPx);
  for (let i = 0; i < smoothed.length; i++) smoothed[i] /= Math.max(1e-6, total[i]);
  return smoothed;
}

/** Rises smoothly from 0 at `from` to 1 at `to`. */
export function ramp(value: number, from: number, to: number): number {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** The value at a place between cells, bilinear; places are in cells, centers at halves, the edge is continued. */
export function sampleAt(
  cells: Float32Array,
  widthPx: number,
  heightPx: number,
  x: number,
  y: number,
): number {
  const left = Math.max(0, Math.min(widthPx - 1, Math.floor(x - 0.5)));
  const top = Math.max(0, Math.min(heightPx - 1, Math.floor(y - 0.5)));
  const right = Math.min(widthPx - 1, left + 1);
  const bottom = Math.min(heightPx - 1, top + 1);
  const fx = Math.max(0, Math.min(1, x - 0.5 - left));
  const fy = Math.max(0, Math.min(1, y - 0.5 - top));
  const upper = cells[top * widthPx + left] * (1 - fx) + cells[top * widthPx + right] * fx;
  const lower = cells[bottom * widthPx + left] * (1 - fx) + cells[bottom * widthPx + right] * fx;
  return upper * (1 - fy) + lower * fy;
}
