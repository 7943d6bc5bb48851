import fc from 'fast-check';
import { expect, test } from 'vitest';
import { raster } from './raster.ts';
import { cropMirrored, splitIntoTiles } from './tiles.ts';

test('tile cores cover the picture once, and windows include the requested overlap', () => {
  const lengthPx = fc.integer({ min: 1, max: 300 });
  fc.assert(
    fc.property(lengthPx, lengthPx, fc.integer({ min: 0, max: 9 }), (widthPx, heightPx, overlapPx) => {
      const covered = new Uint8Array(widthPx * heightPx);
      for (const { core, window } of splitIntoTiles(widthPx, heightPx, 40, overlapPx)) {
        for (let y = core.yPx; y < core.yPx + core.heightPx; y++) {
          for (let x = core.xPx; x < core.xPx + core.widthPx; x++) covered[y * widthPx + x]++;
        }
        expect(Math.max(window.widthPx, window.heightPx)).toBeLessThanOrEqual(40);
        expect([window.xPx, window.yPx]).toEqual([core.xPx - overlapPx, core.yPx - overlapPx]);
        expect(window.widthPx - core.widthPx).toBe(2 * overlapPx);
        expect(window.heightPx - core.heightPx).toBe(2 * overlapPx);
      }
      expect(covered.every((times) => times === 1)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('a tile that is only overlap is an error', () => {
  expect(() => splitIntoTiles(100, 100, 32, 16)).toThrow(RangeError);
});

test('tiles continue the picture mirrored beyond its edges', () => {
  const row = raster(Uint8Array.of(1, 2, 3), 3, 1, 1);
  const { data } = cropMirrored(row, { xPx: -4, yPx: -1, widthPx: 12, heightPx: 1 });
  expect([...data]).toEqual([3, 3, 2, 1, 1, 2, 3, 3, 2, 1, 1, 2]);
});
