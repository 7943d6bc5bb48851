/** Picture that every generated file shows: six patches of different colors. */
import sharp from '../../codec/sharp.ts';
import type { Sharp } from 'sharp';
import type { Rgb } from '../../pixels/raster/raster.ts';

export const PATCH_PX = 16;
const COLUMNS = 3;
const ROWS = 2;
export const WIDTH_PX = COLUMNS * PATCH_PX;
export const HEIGHT_PX = ROWS * PATCH_PX;

const PATCHES: readonly Rgb[] = [
  [128, 128, 128],
  [200, 40, 40],
  [40, 160, 60],
  [50, 60, 190],
  [210, 190, 140],
  [30, 34, 44],
];

/** Gray levels of the patches in files without color. */
const GRAYS = [128, 90, 150, 200, 60, 30];

const patchAt = (i: number): number =>
  Math.floor(i / WIDTH_PX / PATCH_PX) * COLUMNS + Math.floor((i % WIDTH_PX) / PATCH_PX);

function createSamples(channels: 1 | 3, valueAt: (patch: number, channel: number) => number): Buffer {
  const data = Buffer.alloc(WIDTH_PX * HEIGHT_PX * channels);
  for (let i = 0; i < data.length; i++) data[i] = valueAt(patchAt(Math.floor(i / channels)), i % channels);
  return data;
}

export const RGB_SAMPLES = createSamples(3, (patch, channel) => PATCHES[patch]?.[channel] ?? 0);
export const GRAY_SAMPLES = createSamples(1, (patch) => GRAYS[patch] ?? 0);
export const PALETTE = Buffer.from(PATCHES.flat());
export const INDEX_SAMPLES = createSamples(1, (patch) => patch);

export const colorPicture = (): Sharp =>
  sharp(RGB_SAMPLES, { raw: { width: WIDTH_PX, height: HEIGHT_PX, channels: 3 } });
export const grayPicture = (): Sharp =>
  sharp(GRAY_SAMPLES, { raw: { width: WIDTH_PX, height: HEIGHT_PX, channels: 1 } }).toColourspace('b-w');

/** Size of a decoded picture, and the colors at the centers of its patches, row by row. */
export interface PictureReading {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly colors: readonly (readonly number[])[];
}

/** Reads red, green and blue at the centers of patches with a side of `patchPx`. */
export function readPatches(
  data: ArrayLike<number>,
  widthPx: number,
  heightPx: number,
  patchPx: number,
): PictureReading {
  const colors: number[][] = [];
  for (let y = Math.floor(patchPx / 2); y < heightPx; y += patchPx) {
    for (let x = Math.floor(patchPx / 2); x < widthPx; x += patchPx) {
      const at = (y * widthPx + x) * 4;
      colors.push([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]);
    }
  }
  return { widthPx, heightPx, colors };
}
