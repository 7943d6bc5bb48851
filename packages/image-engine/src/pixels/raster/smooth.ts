import { boxMean } from './box-filter.ts';

/** Number of successive box means; three approximate a Gaussian within a few percent (Wells, 1986). */
export const PASSES = 3;

/** Radius of the box means that together have the variance of a Gaussian: sigma² = r · (r + 1). */
export const boxRadius = (sigmaPx: number): number => Math.round(Math.sqrt(sigmaPx * sigmaPx + 0.25) - 0.5);

function boxBlur(values: Float32Array, widthPx: number, heightPx: number, radiusPx: number): void {
  const scratch = new Float32Array(values.length);
  for (let i = 0; i < PASSES; i++) boxMean(values, values, widthPx, heightPx, radiusPx, scratch);
}

/**
 * Blurs values in place, for browsers that can't blur a canvas.
 * @param sigmaPx standard deviation; has no effect below half a pixel
 */
export function blur(values: Float32Array, widthPx: number, heightPx: number, sigmaPx: number): void {
  const radiusPx = boxRadius(sigmaPx);
  if (radiusPx > 0) boxBlur(values, widthPx, heightPx, radiusPx);
}

/** Returns a blurred copy of values; approximates sigma as closely as integer radii from 1 allow. */
export function smooth(
  source: Float32Array,
  widthPx: number,
  heightPx: number,
  sigmaPx: number,
): Float32Array {
  const result = source.slice();
  boxBlur(result, widthPx, heightPx, Math.max(1, boxRadius(sigmaPx)));
  return result;
}

/**
 * Blurs values weighted by `weight`, which fills areas without weight from their surroundings (normalized
 * convolution, Knutsson and Westin 1993). `total` is the blurred weight.
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

/** Smoothstep: rises from 0 at `from` to 1 at `to`. */
export function ramp(value: number, from: number, to: number): number {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** Linear ramp: rises from 0 at `from` to 1 at `to`. */
export const linearRamp = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

/** Bilinear interpolation between cells; positions are in cells, centers at halves, edges clamped. */
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
