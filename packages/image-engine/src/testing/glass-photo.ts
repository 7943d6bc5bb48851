import { srgbOfLinear } from '../pixels/color/oklab.ts';
import { seededRandom } from '../pixels/raster/random.ts';
import { raster } from '../pixels/raster/raster.ts';

export const W = 240;
export const H = 300;
export const LEFT = 70;
export const RIGHT = 170;
export const TOP = 50;
export const BOTTOM = 250;

export type LinearColor = readonly [number, number, number];
export const light = (y: number): LinearColor => [
  0.8 - (0.15 * y) / H,
  0.79 - (0.15 * y) / H,
  0.77 - (0.15 * y) / H,
];

/**
 * Photo of a product with straight sides on a curved backdrop. `seenAt` returns its color at a position from -1 (left
 * side) to 1 (right side), given the light behind it.
 */
export function createPhoto(seenAt: (across: number, y: number, behind: LinearColor) => LinearColor) {
  const random = seededRandom(7);
  const photo = new Uint8Array(W * H * 3);
  const cutOut = new Uint8Array(W * H * 4);
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const isInside = x >= LEFT && x < RIGHT && y >= TOP && y < BOTTOM;
      const across = ((x + 0.5 - LEFT) / (RIGHT - LEFT)) * 2 - 1;
      const visibleColor = isInside ? seenAt(across, y, light(y)) : light(y);
      for (let c = 0; c < 3; c++) {
        const value = Math.round(srgbOfLinear(visibleColor[c]) + random(3) - 1);
        photo[i * 3 + c] = value;
        cutOut[i * 4 + c] = isInside ? value : 0;
      }
      cutOut[i * 4 + 3] = isInside ? 255 : 0;
    }
  }
  return { photo: raster(photo, W, H, 3), cutOut: raster(cutOut, W, H, 4) };
}

export const GLASS: LinearColor = [0.76, 0.86, 0.82];
export const LABEL = { top: 140, bottom: 200 };
const isLabel = (across: number, y: number): boolean =>
  Math.abs(across) < 0.6 && y >= LABEL.top && y < LABEL.bottom;

/** Glass with dark rims and a red label. */
export const tumbler = (across: number, y: number, behind: LinearColor): LinearColor => {
  if (isLabel(across, y)) return [0.5, 0.05, 0.06];
  const rim = Math.abs(across) > 0.9 ? 0.5 : 1;
  return [behind[0] * GLASS[0] * rim, behind[1] * GLASS[1] * rim, behind[2] * GLASS[2] * rim];
};
