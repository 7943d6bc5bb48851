import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clearHaze } from './haze.ts';
import { emptyRaster, raster } from '../raster/raster.ts';
import type { AlphaRaster } from '../raster/raster.ts';

const SIDE_PX = 40;

/** Mask of an object in the left half, with a soft edge `edgeCells` wide. */
function object(edgeCells: number): AlphaRaster {
  const mask = emptyRaster(SIDE_PX, SIDE_PX, 1);
  for (let y = 0; y < SIDE_PX; y++) {
    for (let x = 0; x < SIDE_PX; x++) {
      const outside = Math.max(4 - x, x - 12, 4 - y, y - 30, 0);
      mask.data[y * SIDE_PX + x] = Math.max(0, Math.round(255 * (1 - outside / (edgeCells + 1))));
    }
  }
  return mask;
}

function patch(mask: AlphaRaster, xPx: number, yPx: number, value: number): void {
  for (let y = yPx; y < yPx + 6; y++) mask.data.fill(value, y * SIDE_PX + xPx, y * SIDE_PX + xPx + 6);
}

describe('removal of haze from a mask', () => {
  test('a faint patch is removed, and the object keeps its soft edge', () => {
    const mask = object(5);
    const clean = mask.data.slice();
    patch(mask, 30, 20, 30);
    mask.data[22 * SIDE_PX + 32] = 110;
    clearHaze(mask);
    expect(mask.data).toEqual(clean);
  });

  test('haze that extends from the object is removed beyond the width of a soft edge', () => {
    const mask = object(0);
    mask.data.fill(30, 15 * SIDE_PX + 13, 15 * SIDE_PX + SIDE_PX);
    clearHaze(mask);
    const row = mask.data.subarray(15 * SIDE_PX + 13, 16 * SIDE_PX);
    expect([...row.subarray(0, 8)]).toEqual(Array.from({ length: 8 }, () => 30));
    expect(row.subarray(8).every((value) => value === 0)).toBe(true);
  });

  test('a translucent part is kept completely, including its faint places', () => {
    const mask = object(0);
    patch(mask, 30, 20, 20);
    patch(mask, 30, 26, 90);
    const before = mask.data.slice();
    clearHaze(mask);
    expect(mask.data).toEqual(before);
  });

  test('haze removal never adds to a mask, never touches cells that surely belong to the object, and is idempotent', () => {
    const masks = fc.uint8Array({ minLength: 12 * 9, maxLength: 12 * 9 });
    fc.assert(
      fc.property(masks, (data) => {
        const mask = raster(data.slice(), 12, 9, 1);
        clearHaze(mask);
        mask.data.forEach((value, i) =>
          expect(value === data[i] || (value === 0 && data[i] < 128)).toBe(true),
        );
        const once = mask.data.slice();
        clearHaze(mask);
        expect(mask.data).toEqual(once);
      }),
    );
  });
});
