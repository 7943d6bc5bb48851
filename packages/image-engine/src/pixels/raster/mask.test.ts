import { describe, expect, test } from 'vitest';
import { maskBounds, maskFromRaster, touchedShare } from './mask.ts';
import { raster } from './raster.ts';
import type { RgbaRaster } from './raster.ts';

type Pixel = [red: number, green: number, blue: number, alpha: number];
const picture = (widthPx: number, pixels: Pixel[]): RgbaRaster =>
  raster(Uint8Array.from(pixels.flat()), widthPx, pixels.length / widthPx, 4);
const WHITE: Pixel = [255, 255, 255, 255];
const BLACK: Pixel = [0, 0, 0, 255];
const GRAY: Pixel = [128, 128, 128, 255];
const CLEAR: Pixel = [0, 0, 0, 0];

describe('reading a picture as a mask', () => {
  test('an opaque picture is read by brightness', () => {
    const mask = maskFromRaster(picture(2, [WHITE, BLACK, GRAY, BLACK]), { widthPx: 2, heightPx: 2 });
    expect([...mask.data]).toEqual([255, 0, 128, 0]);
  });
  test('a picture with transparency is read by alpha, whatever the color of the strokes', () => {
    const strokes = picture(2, [[0, 0, 0, 255], CLEAR, [255, 0, 0, 90], CLEAR]);
    expect([...maskFromRaster(strokes, { widthPx: 2, heightPx: 2 }).data]).toEqual([255, 0, 90, 0]);
  });
  test('compression artifacts do not count as drawn', () => {
    const mask = maskFromRaster(picture(2, [WHITE, [7, 7, 7, 255]]), { widthPx: 2, heightPx: 1 });
    expect([...mask.data]).toEqual([255, 0]);
  });
  test('a mask of another size is resampled to the nearest pixel', () => {
    const mask = maskFromRaster(picture(2, [WHITE, BLACK, BLACK, WHITE]), { widthPx: 4, heightPx: 4 });
    expect([...mask.data]).toEqual([255, 255, 0, 0, 255, 255, 0, 0, 0, 0, 255, 255, 0, 0, 255, 255]);
  });
  test('a smaller mask fits although its sides are rounded to whole pixels', () => {
    const rendition = picture(
      16,
      Array.from({ length: 16 * 12 }, () => WHITE),
    );
    expect(() => maskFromRaster(rendition, { widthPx: 4032, heightPx: 3024 })).not.toThrow();
    expect(() => maskFromRaster(rendition, { widthPx: 1000, heightPx: 751 })).not.toThrow();
  });
  test('a mask with another aspect ratio is refused', () => {
    const square = picture(
      16,
      Array.from({ length: 256 }, () => WHITE),
    );
    expect(() => maskFromRaster(square, { widthPx: 160, heightPx: 120 })).toThrow(
      expect.objectContaining({ code: 'MASK_MISMATCH' }),
    );
  });
  test.each([
    ['all black', BLACK],
    ['all transparent', CLEAR],
  ])('an empty mask is refused: %s', (_, pixel) => {
    expect(() => maskFromRaster(picture(1, [pixel]), { widthPx: 1, heightPx: 1 })).toThrow(
      expect.objectContaining({ code: 'EMPTY_MASK' }),
    );
  });
});

test('the bounds and the share of a mask cover its drawn pixels', () => {
  const mask = raster(Uint8Array.from([0, 0, 0, 0, 0, 9, 255, 0, 0, 255, 0, 0]), 4, 3, 1);
  expect(maskBounds(mask)).toEqual({ xPx: 1, yPx: 1, widthPx: 2, heightPx: 2 });
  expect(touchedShare(mask)).toBe(0.25);
  expect(maskBounds(raster(new Uint8Array(4), 2, 2, 1))).toBeUndefined();
});
