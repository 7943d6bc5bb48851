import { describe, expect, test } from 'vitest';
import { enlargeFaithfully } from './enlarge-faithfully.ts';
import { emptyRaster, raster } from './raster.ts';
import type { RgbRaster } from './raster.ts';

/** Picture of dark strokes on a light background, on and off the pixel grid's lines. */
function strokes(side: number): RgbRaster {
  const picture = emptyRaster(side, side, 3);
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i += 3) {
      const isInk = Math.abs(x - side / 3) < 1.5 || Math.abs(x + y - side) < 1.2;
      picture.data.fill(isInk ? 60 : 180, i, i + 3);
    }
  }
  return picture;
}

describe.each([2, 4] as const)('faithful enlargement by a factor of %i', (factor) => {
  test('the result never leaves the range of the source, and keeps flat areas exactly', () => {
    const { data } = enlargeFaithfully(strokes(30), factor);
    expect([Math.min(...data), Math.max(...data)]).toEqual([60, 180]);
    const flat = raster(new Uint8Array(12 * 8).fill(77), 12, 8, 1);
    expect(enlargeFaithfully(flat, factor).data.every((value) => value === 77)).toBe(true);
  });

  test('the result is centered: a mirrored picture gives the mirrored result', () => {
    const size = 17;
    const source = strokes(size);
    const mirror = (picture: RgbRaster): Uint8Array => {
      const { data, widthPx } = picture;
      const out = new Uint8Array(data.length);
      for (let i = 0; i < data.length / 3; i++) {
        const mirrored = i - (i % widthPx) + widthPx - 1 - (i % widthPx);
        out.set(data.subarray(i * 3, i * 3 + 3), mirrored * 3);
      }
      return out;
    };
    const one = enlargeFaithfully(raster(mirror(source), size, size, 3), factor).data;
    const other = mirror(enlargeFaithfully(source, factor));
    const worst = one.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i])), 0);
    expect(worst).toBeLessThanOrEqual(1);
  });
});
