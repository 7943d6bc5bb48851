import type { RgbRaster } from '../raster.ts';

/** Colors are told apart in so many levels a channel. */
const LEVELS = 32;
/** The ground has a color from this share of it on. */
const LEAST_GROUND_SHARE = 0.0005;

/** For each cell: 1 when its color is one of those of the ground. */
export function groundColors({ data }: RgbRaster, isGround: (cell: number) => boolean): Uint8Array {
  const counts = new Uint32Array(LEVELS ** 3);
  const levelOf = (i: number, c: number): number => data[3 * i + c] >> 3;
  const alike = new Uint8Array(data.length / 3);
  let ground = 0;
  for (let i = 0; i < alike.length; i++) {
    if (!isGround(i)) continue;
    ground++;
    counts[(levelOf(i, 0) * LEVELS + levelOf(i, 1)) * LEVELS + levelOf(i, 2)]++;
  }
  for (let i = 0; i < alike.length; i++) {
    let count = 0;
    for (let r = Math.max(0, levelOf(i, 0) - 1); r <= Math.min(LEVELS - 1, levelOf(i, 0) + 1); r++)
      for (let g = Math.max(0, levelOf(i, 1) - 1); g <= Math.min(LEVELS - 1, levelOf(i, 1) + 1); g++)
        for (let b = Math.max(0, levelOf(i, 2) - 1); b <= Math.min(LEVELS - 1, levelOf(i, 2) + 1); b++)
          count += counts[(r * LEVELS + g) * LEVELS + b];
    if (count > LEAST_GROUND_SHARE * ground) alike[i] = 1;
  }
  return alike;
}
