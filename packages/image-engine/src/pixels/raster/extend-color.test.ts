import { expect, test } from 'vitest';
import { extendColor } from './extend-color.ts';
import { emptyRaster } from './raster.ts';
import type { RgbaRaster } from './raster.ts';

const put = (image: RgbaRaster, x: number, y: number, rgba: readonly number[]): void =>
  image.data.set(rgba, (y * image.widthPx + x) * 4);
const colorAt = (image: RgbaRaster, x: number, y: number): number[] => [
  ...image.data.subarray((y * image.widthPx + x) * 4, (y * image.widthPx + x) * 4 + 3),
];

test('transparent pixels take on the colors beside them; visible pixels and alpha stay', () => {
  const image = emptyRaster(41, 23, 4);
  for (let y = 4; y < 18; y++) {
    for (let x = 3; x < 12; x++) put(image, x, y, [200, 30, 40, 255]);
    for (let x = 28; x < 36; x++) put(image, x, y, [10, 60, 220, x === 28 ? 1 : 255]);
  }
  const before = image.data.slice();
  extendColor(image);
  for (let i = 0; i < before.length; i += 4) {
    expect(image.data[i + 3]).toBe(before[i + 3]);
    if (before[i + 3] > 0) expect(image.data.subarray(i, i + 3)).toEqual(before.subarray(i, i + 3));
  }
  expect(colorAt(image, 2, 10)).toEqual([200, 30, 40]);
  expect(colorAt(image, 13, 10)).toEqual([200, 30, 40]);
  expect(colorAt(image, 36, 12)).toEqual([10, 60, 220]);
  // The transparent corner gets a color instead of staying black.
  expect(Math.max(...colorAt(image, 40, 22))).toBeGreaterThan(150);
});

test('nothing changes when nothing is visible', () => {
  const image = emptyRaster(9, 7, 4);
  put(image, 4, 4, [9, 8, 7, 0]);
  const before = image.data.slice();
  extendColor(image);
  expect(image.data).toEqual(before);
});
