import type { Layer } from './composite-cells.ts';

/** Range of possible colors of white (Oklab a/L and b/L) in a light, estimated from bright cells. */
export interface WhiteRange {
  readonly a: ValueRange;
  readonly b: ValueRange;
}

interface ValueRange {
  readonly low: number;
  readonly high: number;
}

/** Minimum lightness of cells that count as bright, relative to the 95 % quantile. */
const LIGHT_FROM_SHARE = 0.55;
const BRIGHT_SHARE = 0.95;
/** Lightness range of cells used for the estimate: darker cells are noise, and lighter ones may be clipped. */
const LIGHTNESS_FROM = 0.25;
const LIGHTNESS_TO = 0.985;
/** Share of cells, on each side of the range, that are ignored because they may be painted. */
const PAINT_SHARE = 0.15;

/** Number of bins and range of a histogram of colors. */
const BINS = 1024;
const FARTHEST = 0.5;

/**
 * Range of colors among bright cells, without the most extreme ones; the color of white lies in it. Two lights whose
 * ranges overlap may be the same. Undefined if no cell is bright enough.
 */
export function whiteRange({ lightness, a, b }: Layer, weight: Float32Array): WhiteRange | undefined {
  const levels = new Float64Array(BINS);
  for (let i = 0; i < weight.length; i++)
    if (weight[i] > 0) levels[Math.min(BINS - 1, Math.floor(lightness[i] * BINS))] += weight[i];
  const from = Math.max(LIGHTNESS_FROM, (LIGHT_FROM_SHARE * binAt(levels, BRIGHT_SHARE)) / BINS);
  const counts = [new Float64Array(BINS), new Float64Array(BINS)] as const;
  for (let i = 0; i < weight.length; i++) {
    const level = lightness[i];
    if (weight[i] === 0 || level < from || level > LIGHTNESS_TO) continue;
    counts[0][toBin(a[i] / level)] += weight[i] * level;
    counts[1][toBin(b[i] / level)] += weight[i] * level;
  }
  if (counts[0].every((count) => count === 0)) return undefined;
  return { a: toRange(counts[0]), b: toRange(counts[1]) };
}

const toRange = (counts: Float64Array): ValueRange => ({
  low: toColor(binAt(counts, PAINT_SHARE)),
  high: toColor(binAt(counts, 1 - PAINT_SHARE)),
});

const toBin = (color: number): number =>
  Math.max(0, Math.min(BINS - 1, Math.floor(((color + FARTHEST) / (2 * FARTHEST)) * BINS)));

const toColor = (bin: number): number => ((bin + 0.5) / BINS) * 2 * FARTHEST - FARTHEST;

/** Number of the histogram bin at a quantile. */
function binAt(counts: Float64Array, share: number): number {
  let remaining = share * counts.reduce((sum, count) => sum + count, 0);
  const bin = counts.findIndex((count) => (remaining -= count) <= 0);
  return Math.max(0, bin);
}

/** Smallest shift of range `from` that makes it overlap range `to`; 0 if they overlap already. */
export function gapBetween(from: ValueRange, to: ValueRange): number {
  if (to.low > from.high) return to.low - from.high;
  return to.high < from.low ? to.high - from.low : 0;
}

/**
 * Color in the range that is nearest to gray. If the range excludes gray, the light certainly has at least this color
 * cast.
 */
export const sureColor = (range: ValueRange): number => gapBetween({ low: 0, high: 0 }, range);
