/** Determines a picture's background color from the picture's outermost pixels. */
import type { Edge } from './picture-edge.ts';

/** Background as detected. `toleranceLevels` is the maximum deviation of a background pixel in any channel. */
export type DetectedBackground =
  | { readonly kind: 'plain'; readonly color: BackgroundColor; readonly toleranceLevels: number }
  | { readonly kind: 'clear' }
  | { readonly kind: 'scene' };

export type BackgroundColor = readonly [red: number, green: number, blue: number];

/** Alpha below which a pixel is transparent. */
const CLEAR_BELOW = 16;
/**
 * Minimum share of the outermost pixels that must be transparent, or close to one color; the product may touch the
 * rest.
 */
const MOST = 0.7;
/**
 * Maximum deviation of a pixel from the median color, in levels, for counting it as background; the light on a wall
 * causes about this much.
 */
const NEAR_LEVELS = 22;
const LEAST_TOLERANCE = 10;
const SPREAD = { share: 0.9, times: 1.5, extra: 4 } as const;

export function detectBackground({ top, bottom, left, right }: Edge): DetectedBackground {
  const lines = [top, bottom, left, right];
  const pixels = lines.reduce((sum, line) => sum + line.length / 4, 0);
  const levels = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)];
  let clear = 0;
  for (const line of lines)
    for (let i = 0; i < line.length; i += 4) {
      if (line[i + 3] < CLEAR_BELOW) clear++;
      else for (let c = 0; c < 3; c++) levels[c][line[i + c]]++;
    }
  if (clear >= MOST * pixels) return { kind: 'clear' };
  const color = [computeMedian(levels[0]), computeMedian(levels[1]), computeMedian(levels[2])] as const;
  const distances = new Uint32Array(256);
  for (const line of lines) for (let i = 0; i < line.length; i += 4) distances[distance(line, i, color)]++;
  let near = 0;
  for (let level = 0; level <= NEAR_LEVELS; level++) near += distances[level];
  if (near < MOST * pixels) return { kind: 'scene' };
  let within = 0;
  let spread = 0;
  while (within < SPREAD.share * near) within += distances[spread++];
  const toleranceLevels = Math.max(LEAST_TOLERANCE, (spread - 1) * SPREAD.times + SPREAD.extra);
  return { kind: 'plain', color, toleranceLevels };
}

/** Largest difference between a pixel and a color in any channel; 255 for a pixel that isn't nearly opaque. */
export function distance(data: ArrayLike<number>, at: number, [red, green, blue]: BackgroundColor): number {
  if (data[at + 3] < 255 - CLEAR_BELOW) return 255;
  return Math.max(Math.abs(data[at] - red), Math.abs(data[at + 1] - green), Math.abs(data[at + 2] - blue));
}

function computeMedian(levels: Uint32Array): number {
  const half = levels.reduce((sum, count) => sum + count, 0) / 2;
  let [level, below] = [0, 0];
  while (level < 255 && below + levels[level] < half) below += levels[level++];
  return level;
}
