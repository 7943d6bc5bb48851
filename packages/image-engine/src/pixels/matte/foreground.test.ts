import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replaceMixedColors } from './foreground.ts';
import { raster } from '../raster/raster.ts';
import type { Rgb, RgbaRaster } from '../raster/raster.ts';

/** Disc of one color on a background of another color, mixed along a soft edge of the given width. */
function mixedDisc(sidePx: number, edgePx: number, object: Rgb, ground: Rgb): RgbaRaster {
  const data = new Uint8Array(sidePx * sidePx * 4);
  for (let i = 0; i < sidePx * sidePx; i++) {
    const distance = Math.hypot((i % sidePx) + 0.5 - sidePx / 2, Math.floor(i / sidePx) + 0.5 - sidePx / 2);
    const a = Math.min(1, Math.max(0, (sidePx * 0.3 - distance) / edgePx + 0.5));
    for (let c = 0; c < 3; c++) data[i * 4 + c] = Math.round(object[c] * a + ground[c] * (1 - a));
    data[i * 4 + 3] = Math.round(a * 255);
  }
  return raster(data, sidePx, sidePx, 4);
}

/** Mean error of the colors compared with the object's color, weighted by alpha. */
function fringe({ data }: RgbaRaster, object: Rgb): number {
  let sum = 0;
  let weight = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] === 0 || data[i + 3] >= 250) continue;
    for (let c = 0; c < 3; c++) sum += data[i + 3] * Math.abs(data[i + c] - object[c]);
    weight += data[i + 3] * 3;
  }
  return sum / weight;
}

describe('foreground estimation', () => {
  test.each<[string, number, number, Rgb, Rgb]>([
    ['dark object, white ground', 200, 6, [20, 20, 24], [255, 255, 255]],
    ['light object, green ground', 200, 3, [235, 230, 220], [40, 160, 60]],
    ['red object, blue ground, larger than the pyramid', 1600, 10, [200, 30, 30], [30, 40, 200]],
  ])('%s: the old background is gone from the edge', (_, sidePx, edgePx, object, ground) => {
    const image = mixedDisc(sidePx, edgePx, object, ground);
    const before = fringe(image, object);
    replaceMixedColors(image);
    expect(before).toBeGreaterThan(20);
    expect(fringe(image, object)).toBeLessThan(before / 5);
  });

  test('alpha and opaque colors stay, and invisible colors become black', () => {
    const picture = fc
      .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }))
      .chain(([w, h]) =>
        fc.uint8Array({ minLength: w * h * 4, maxLength: w * h * 4 }).map((data) => raster(data, w, h, 4)),
      );
    fc.assert(
      fc.property(picture, (image) => {
        const before = image.data.slice();
        replaceMixedColors(image);
        for (let i = 0; i < before.length; i += 4) {
          const alpha = before[i + 3];
          const color = [...image.data.subarray(i, i + 3)];
          expect(image.data[i + 3]).toBe(alpha);
          if (alpha === 0) expect(color).toEqual([0, 0, 0]);
          if (alpha >= 250) expect(color).toEqual([...before.subarray(i, i + 3)]);
        }
      }),
    );
  });
});
