import type { Layer } from './composite-cells.ts';

/** The colors (Oklab a/L and b/L) that white may have in a light, by what is light there. */
export interface WhiteRange {
  readonly a: Range;
  readonly b: Range;
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Light is what has this share of the lightness that a twentieth exceeds. */
const LIGHT_FROM_SHARE = 0.55;
const BRIGHT_SHARE = 0.95;
/** Darker ones are noise, and lighter ones may be clipped. */
const LIGHTNESS_FROM = 0.25;
const LIGHTNESS_TO = 0.985;
/** The share on each side that may be paint. */
const PAINT_SHARE = 0.15;

/** Colors are counted in bins from one end to the other. */
const BINS = 1024;
const FARTHEST = 0.5;

/**
 * The range of colors among what is light, without the outermost: somewhere in it white would be. Two ranges
 * that overlap may be of one light. Undefined where nothing is light enough.
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
    counts[0][binOf(a[i] / level)] += weight[i] * level;
    counts[1][binOf(b[i] / level)] += weight[i] * level;
  }
  if (counts[0].every((count) => count === 0)) return undefined;
  return { a: rangeOf(counts[0]), b: rangeOf(counts[1]) };
}

const rangeOf = (counts: Float64Array): Range => ({
  low: colorOf(binAt(counts, PAINT_SHARE)),
  high: colorOf(binAt(counts, 1 - PAINT_SHARE)),
});

const binOf = (color: number): number =>
  Math.max(0, Math.min(BINS - 1, Math.floor(((color + FARTHEST) / (2 * FARTHEST)) * BINS)));

const colorOf = (bin: number): number => ((bin + 0.5) / BINS) * 2 * FARTHEST - FARTHEST;

/** The bin at which this share of all is reached. */
function binAt(counts: Float64Array, share: number): number {
  let left = share * counts.reduce((sum, count) => sum + count, 0);
  const bin = counts.findIndex((count) => (left -= count) <= 0);
  return Math.max(0, bin);
}

/** The least that has to be added to one range for the two to overlap. */
export function gapBetween(from: Range, to: Range): number {
  if (to.low > from.high) return to.low - from.high;
  return to.high < from.low ? to.high - from.low : 0;
}

/** What of a range is nearest to gray: its color when all in it has one. */
export const sureColor = (range: Range): number => gapBetween({ low: 0, high: 0 }, range);
