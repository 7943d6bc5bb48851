import type { Box, RgbRaster } from '../../raster/raster.ts';

/** Number of levels per channel by which colors are distinguished. */
const LEVELS = 32;
/** Minimum share of the background's cells that have a color, for counting it as a background color. */
const MIN_COLOR_SHARE = 0.0005;

/**
 * Marks the cells with a color of the background with 1.
 * @param isBackground 1 for each cell that is certainly background
 * @param within area whose cells are marked; by default the whole photo
 */
export function backgroundColors(
  { data, widthPx, heightPx }: RgbRaster,
  isBackground: Uint8Array,
  within: Box = { xPx: 0, yPx: 0, widthPx, heightPx },
): Uint8Array {
  const counts = new Uint32Array(LEVELS ** 3);
  const toBin = (i: number): number =>
    ((data[3 * i] >> 3) * LEVELS + (data[3 * i + 1] >> 3)) * LEVELS + (data[3 * i + 2] >> 3);
  let ground = 0;
  for (let i = 0; i < isBackground.length; i++) {
    if (isBackground[i] === 0) continue;
    ground++;
    counts[toBin(i)]++;
  }
  const isAlike = binsAround(counts, MIN_COLOR_SHARE * ground);
  const alike = new Uint8Array(isBackground.length);
  for (let y = within.yPx; y < within.yPx + within.heightPx; y++) {
    const row = y * widthPx + within.xPx;
    for (let i = row; i < row + within.widthPx; i++) alike[i] = isAlike[toBin(i)];
  }
  return alike;
}

/**
 * Marks the histogram bins of colors that more than `least` background cells have, and of colors within one level of
 * them in each channel.
 */
function binsAround(counts: Uint32Array, least: number): Uint8Array {
  const isAlike = new Uint8Array(counts.length);
  for (let bin = 0; bin < counts.length; bin++) {
    const red = Math.floor(bin / LEVELS ** 2);
    const green = Math.floor(bin / LEVELS) % LEVELS;
    const blue = bin % LEVELS;
    let count = 0;
    for (let r = Math.max(0, red - 1); r <= Math.min(LEVELS - 1, red + 1); r++)
      for (let g = Math.max(0, green - 1); g <= Math.min(LEVELS - 1, green + 1); g++)
        for (let b = Math.max(0, blue - 1); b <= Math.min(LEVELS - 1, blue + 1); b++)
          count += counts[(r * LEVELS + g) * LEVELS + b];
    if (count > least) isAlike[bin] = 1;
  }
  return isAlike;
}
