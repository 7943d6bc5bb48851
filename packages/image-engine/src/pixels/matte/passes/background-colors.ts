import type { RgbRaster } from '../../raster/raster.ts';

/** Colors are told apart in so many levels a channel. */
const LEVELS = 32;
/** The ground has a color from this share of it on. */
const LEAST_GROUND_SHARE = 0.0005;

/** For each cell: 1 when its color is one of those of the ground. */
export function groundColors({ data }: RgbRaster, isGround: (cell: number) => boolean): Uint8Array {
  const counts = new Uint32Array(LEVELS ** 3);
  const binOf = (i: number): number =>
    ((data[3 * i] >> 3) * LEVELS + (data[3 * i + 1] >> 3)) * LEVELS + (data[3 * i + 2] >> 3);
  const alike = new Uint8Array(data.length / 3);
  let ground = 0;
  for (let i = 0; i < alike.length; i++) {
    if (!isGround(i)) continue;
    ground++;
    counts[binOf(i)]++;
  }
  const isAlike = binsAround(counts, LEAST_GROUND_SHARE * ground);
  for (let i = 0; i < alike.length; i++) alike[i] = isAlike[binOf(i)];
  return alike;
}

/** The colors that have more than so many cells of the ground, a level more or less in each channel. */
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
