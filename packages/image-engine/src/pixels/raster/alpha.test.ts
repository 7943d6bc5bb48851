import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clearHiddenColor,
  coverage,
  hasTransparency,
  intersectionOverUnion,
  meanAbsoluteError,
  visibleBounds,
} from './alpha.ts';
import { emptyRaster, raster } from './raster.ts';

const rgba = fc
  .tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 10 }))
  .chain(([w, h]) =>
    fc.uint8Array({ minLength: w * h * 4, maxLength: w * h * 4 }).map((data) => raster(data, w, h, 4)),
  );

describe('alpha statistics', () => {
  test('visible bounds contain every pixel with alpha above 10, and touch one on each side', () => {
    fc.assert(
      fc.property(rgba, (image) => {
        const visible: [x: number, y: number][] = [];
        for (let i = 0; i < image.widthPx * image.heightPx; i++) {
          if (image.data[i * 4 + 3] > 10) visible.push([i % image.widthPx, Math.floor(i / image.widthPx)]);
        }
        const xs = visible.map(([x]) => x);
        const ys = visible.map(([, y]) => y);
        const expected =
          visible.length === 0
            ? undefined
            : {
                xPx: Math.min(...xs),
                yPx: Math.min(...ys),
                widthPx: Math.max(...xs) - Math.min(...xs) + 1,
                heightPx: Math.max(...ys) - Math.min(...ys) + 1,
              };
        expect(visibleBounds(image)).toEqual(expected);
      }),
    );
  });

  test('alpha 10 is not visible, 11 is', () => {
    const image = emptyRaster(3, 3, 4);
    image.data[(1 * 3 + 2) * 4 + 3] = 10;
    expect(visibleBounds(image)).toBeUndefined();
    image.data[(1 * 3 + 2) * 4 + 3] = 11;
    expect(visibleBounds(image)).toEqual({ xPx: 2, yPx: 1, widthPx: 1, heightPx: 1 });
  });
});

test('a picture is transparent when any alpha is below 255', () => {
  expect(hasTransparency(raster(Uint8Array.from([9, 9, 9, 255, 9, 9, 9, 254]), 2, 1, 4))).toBe(true);
  expect(hasTransparency(raster(Uint8Array.from([9, 9, 9, 255, 9, 9, 9, 255]), 2, 1, 4))).toBe(false);
  fc.assert(
    fc.property(rgba, (image) => {
      const alphas = image.data.filter((_, i) => i % 4 === 3);
      expect(hasTransparency(image)).toBe(alphas.some((alpha) => alpha < 255));
    }),
  );
});

test('coverage is mean alpha', () => {
  expect(coverage(raster(Uint8Array.from([0, 255, 255, 0]), 2, 2, 1))).toBe(0.5);
  expect(coverage(raster(Uint8Array.from([9, 9, 9, 51]), 1, 1, 4))).toBeCloseTo(0.2);
});

test('only the colors of fully transparent pixels are cleared', () => {
  const image = raster(Uint8Array.from([1, 2, 3, 0, 4, 5, 6, 1]), 2, 1, 4);
  clearHiddenColor(image);
  expect([...image.data]).toEqual([0, 0, 0, 0, 4, 5, 6, 1]);
});

test('masks are compared by intersection over union and mean error', () => {
  const a = raster(Uint8Array.from([255, 255, 0, 0]), 4, 1, 1);
  const b = raster(Uint8Array.from([0, 255, 255, 0]), 4, 1, 1);
  expect(intersectionOverUnion(a, b)).toBeCloseTo(1 / 3);
  expect(intersectionOverUnion(emptyRaster(2, 2, 1), emptyRaster(2, 2, 1))).toBe(1);
  expect(meanAbsoluteError(a, b)).toBe(0.5);
});

test('a raster whose samples do not match its size is refused', () => {
  expect(() => raster(new Uint8Array(5), 1, 1, 4)).toThrow(RangeError);
  expect(() => raster(new Uint8Array(0), 0, 1, 4)).toThrow(RangeError);
});
