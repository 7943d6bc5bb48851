import { linearToSrgb } from './oklab.ts';
import type { LinearPicture } from '../raster/light-raster.ts';
import type { Box } from '../raster/raster.ts';

/** End of the linear section of the Khronos tone mapping curve, and the curve's offset for the Fresnel reflection. */
const START_COMPRESSION = 0.8 - 0.04;
const FRESNEL_OFFSET = 0.04;
const DESATURATION = 0.15;

/**
 * Tone mapping curve Khronos PBR Neutral (Khronos Group, 2024), which keeps the hues of products and compresses only
 * highlights. Maps the linear RGB values at `i` in place.
 */
function toneMapNeutral(data: Float32Array, i: number): void {
  const r = data[i];
  const g = data[i + 1];
  const b = data[i + 2];
  const low = Math.min(r, g, b);
  const offset = low < 0.08 ? low - 6.25 * low * low : FRESNEL_OFFSET;
  const peak = Math.max(r, g, b) - offset;
  if (peak < START_COMPRESSION) {
    data[i] = r - offset;
    data[i + 1] = g - offset;
    data[i + 2] = b - offset;
    return;
  }
  const d = 1 - START_COMPRESSION;
  const newPeak = 1 - (d * d) / (peak + d - START_COMPRESSION);
  const scale = newPeak / peak;
  const fade = 1 - 1 / (DESATURATION * (peak - newPeak) + 1);
  data[i] = (r - offset) * scale * (1 - fade) + newPeak * fade;
  data[i + 1] = (g - offset) * scale * (1 - fade) + newPeak * fade;
  data[i + 2] = (b - offset) * scale * (1 - fade) + newPeak * fade;
}

/** Brightest sample for which the curve is inverted; no real surface is whiter. */
const WHITEST = 0.972;

/** Brightest sample that tone mapping makes from light of this strength. */
const toneOfLight = (light: number): number =>
  light < START_COMPRESSION ? light : 1 - (1 - START_COMPRESSION) ** 2 / (light + 1 - 2 * START_COMPRESSION);

/**
 * Inverts `toneMap`: the linear light that becomes the given color, up to nearly white.
 * @param mostLight strongest possible light, used for colors that would need a stronger one
 */
export function lightForTone(
  tone: readonly [number, number, number],
  mostLight = Infinity,
): [number, number, number] {
  const targetPeak = Math.max(...tone);
  const peak = Math.min(targetPeak, WHITEST, toneOfLight(mostLight));
  const dim = (c: number): number => (targetPeak === 0 ? 0 : (tone[c] * peak) / targetPeak);
  const color: [number, number, number] = [dim(0), dim(1), dim(2)];
  if (peak >= START_COMPRESSION) {
    const d = 1 - START_COMPRESSION;
    const before = (d * d) / (1 - peak) - d + START_COMPRESSION;
    const fade = 1 - 1 / (DESATURATION * (before - peak) + 1);
    for (const c of [0, 1, 2] as const) {
      color[c] = (Math.max(0, color[c] - peak * fade) / (1 - fade)) * (before / peak);
    }
  }
  const low = Math.min(...color);
  const offset = low < FRESNEL_OFFSET ? Math.sqrt(low / 6.25) - low : FRESNEL_OFFSET;
  return [color[0] + offset, color[1] + offset, color[2] + offset];
}

/** Tone-maps a picture, or a part of it, in place. */
export function toneMap({ data, widthPx, heightPx }: LinearPicture, part?: Box): void {
  const { xPx, yPx, ...size } = part ?? { xPx: 0, yPx: 0, widthPx, heightPx };
  for (let y = yPx; y < yPx + size.heightPx; y++) {
    const from = (y * widthPx + xPx) * 3;
    for (let i = from; i < from + size.widthPx * 3; i += 3) toneMapNeutral(data, i);
  }
}

/** Number of table entries, large enough that no 8-bit step is skipped, even next to black. */
const TABLE_SIZE = 16_384;
const SRGB_OF_LINEAR = Float32Array.from(
  { length: TABLE_SIZE + 2 },
  (_, i) => 255 * linearToSrgb(Math.min(1, i / TABLE_SIZE)),
);

/** Converts linear light, clipped to 0 to 1, to an sRGB sample from 0 to 255, not rounded. */
export function srgbSample(light: number): number {
  if (light <= 0) return 0;
  if (light >= 1) return 255;
  const at = light * TABLE_SIZE;
  const below = at | 0;
  return SRGB_OF_LINEAR[below] + (at - below) * (SRGB_OF_LINEAR[below + 1] - SRGB_OF_LINEAR[below]);
}

/** Uniform noise from −0.5 to below 0.5 that depends only on position and seed (Wellons' lowbias32, 2018). */
function ditherAt(index: number, seed: number): number {
  let hash = (Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(seed | 0, 0xc2b2ae3d)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000 - 0.5;
}

/** Film grain to add to a rendered picture, so that it matches the photographed product. */
export interface Grain {
  readonly sigma: number;
  /**
   * Share of each pixel that the product covers, 0 to 1. Grain and dither fade with it, so fully covered pixels are
   * only rounded.
   */
  readonly covered?: Float32Array | undefined;
}

/**
 * Converts tone-mapped linear light to 8-bit sRGB samples. Dithers them by position and seed, so that smooth walls
 * show no banding. @lab
 */
export function toSrgb8({ data, widthPx }: LinearPicture, seed = 0, grain: Grain = { sigma: 0 }): Uint8Array {
  const out = new Uint8Array(data.length);
  const length = widthPx * 3;
  for (let y = 0, at = 0; at < data.length; y++, at += length)
    srgb8Row(data.subarray(at, at + length), y, seed, grain, out.subarray(at, at + length));
  return out;
}

/**
 * Converts one row of linear light, or a part of it, to 8-bit sRGB.
 * @param y number of the row, counted from 0
 * @param part first column of the row, and width of the whole picture
 */
export function srgb8Row(
  row: Float32Array,
  y: number,
  seed: number,
  { sigma, covered }: Grain,
  into: Uint8Array,
  { xPx, pictureWidthPx } = { xPx: 0, pictureWidthPx: row.length / 3 },
): void {
  for (let x = xPx, i = 0, pixel = y * pictureWidthPx + xPx; i < row.length; x++, i += 3, pixel++) {
    const open = covered === undefined ? 1 : 1 - covered[pixel];
    let noise = 0.5;
    if (open > 0) {
      noise += open * ditherAt(pixel, seed);
      if (sigma > 0) noise += sigma * open * grainAt(x, y, seed);
    }
    for (let c = i; c < i + 3; c++) {
      const value = srgbSample(row[c]) + noise;
      into[c] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
}

/** Standard deviation of the sum of four uniform bytes, whose mean is 510. */
const BYTES_SIGMA = Math.sqrt((4 * (256 ** 2 - 1)) / 12);

/** Approximately normal noise with mean 0 and deviation 1 that depends only on position and seed (hash: Wellons' lowbias32, 2018). */
function grainAt(x: number, y: number, seed: number): number {
  let hash = (Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(seed | 0, 0xc2b2ae3d)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  hash ^= hash >>> 16;
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24);
  return (sum - 510) / BYTES_SIGMA;
}
