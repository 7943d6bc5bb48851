import { describe, expect, it } from 'vitest';
import { raster } from '../raster/raster.ts';
import type { RgbaRaster } from '../raster/raster.ts';
import { countedPixels, pixelPlace } from './whole-pixels.ts';

/** Product of 6 by 4 pixels whose outermost columns are half transparent. */
const product = (): RgbaRaster => {
  const data = new Uint8Array(6 * 4 * 4);
  for (let at = 0; at < 24; at++)
    data.set([at * 9, 200 - at * 5, at, at % 6 === 0 || at % 6 === 5 ? 128 : 255], at * 4);
  return raster(data, 6, 4, 4);
};
/** File that shows the product on gray at a position, mirrored or not. */
function file(xPx: number, yPx: number, isFlipped = false): RgbaRaster {
  const picture = raster(new Uint8Array(12 * 10 * 4).fill(90), 12, 10, 4);
  const { data } = product();
  for (let at = 0; at < 24; at++) {
    const [x, y] = [xPx + (isFlipped ? 5 - (at % 6) : at % 6), yPx + Math.floor(at / 6)];
    const isIn = x >= 0 && y >= 0 && x < 12 && y < 10;
    if (isIn && data[at * 4 + 3] === 255)
      picture.data.set(data.subarray(at * 4, at * 4 + 4), (y * 12 + x) * 4);
  }
  return picture;
}

describe('a picture shown pixel for pixel in a file', () => {
  it.each([
    ['a moved picture is', [1, 0, 0, 1, 3, -2], { xPx: 3, yPx: -2, isFlipped: false }],
    ['a moved and mirrored picture is', [-1, 0, 0, 1, 9, 2], { xPx: 3, yPx: 2, isFlipped: true }],
    ['a picture moved by a quarter of a pixel is not', [1, 0, 0, 1, 3.25, 2], null],
    ['a picture a thousandth larger is not', [1.001, 0, 0, 1.001, 3, 2], null],
    ['a rotated picture is not', [0, 1, -1, 0, 3, 2], null],
  ] as const)('is recognized by its transformation: %s', (_what, matrix, place) => {
    expect(pixelPlace(matrix, 6)).toEqual(place);
  });

  it.each([
    ['as it is', 3, 2, false, 16],
    ['mirrored', 3, 2, true, 16],
    ['cut off by the side of the file', -2, 2, false, 12],
  ])('has its opaque pixels counted, and each changed one: %s', (_what, xPx, yPx, isFlipped, total) => {
    const picture = file(xPx, yPx, isFlipped);
    const place = { xPx, yPx, isFlipped };
    expect(countedPixels(picture, product(), place)).toEqual({ total, changed: 0, worstDeltaE: 0 });
    const at = ((yPx + 1) * 12 + xPx + 3) * 4;
    picture.data[at] = (picture.data[at] ?? 0) ^ 1;
    expect(countedPixels(picture, product(), place)).toMatchObject({ total, changed: 1 });
  });

  it('has no pixels counted if it lies outside of the file', () => {
    expect(countedPixels(file(0, 0), product(), { xPx: 40, yPx: 0, isFlipped: false })).toBeNull();
  });
});
