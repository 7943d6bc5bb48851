import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { raster } from '../../raster/raster.ts';
import type { AlphaRaster, Rgb, RgbaRaster } from '../../raster/raster.ts';
import { finish } from '../../raster/work.ts';
import { fillMasked } from './fill.ts';
import { seededRandom } from '../../raster/random.ts';

type PixelPaint = (x: number, y: number) => readonly [number, number, number, number];
const paint = (widthPx: number, heightPx: number, at: PixelPaint): RgbaRaster =>
  raster(
    Uint8Array.from(
      Array.from({ length: widthPx * heightPx }, (_, i) => at(i % widthPx, Math.floor(i / widthPx))).flat(),
    ),
    widthPx,
    heightPx,
    4,
  );
const createMask = (w: number, h: number, value: (x: number, y: number) => boolean | number): AlphaRaster =>
  raster(
    Uint8Array.from({ length: w * h }, (_, i) => Number(value(i % w, Math.floor(i / w))) * 255),
    w,
    h,
    1,
  );
/** Erases the masked content, so that the fill can't use it, and fills the hole. */
const restoreImage = (truth: RgbaRaster, mask: AlphaRaster, seed?: number): RgbaRaster => {
  const image = { ...truth, data: Uint8Array.from(truth.data) };
  for (let i = 0; i < mask.data.length; i++) if (mask.data[i] > 0) image.data.set([255, 0, 255, 255], 4 * i);
  finish(fillMasked(image, mask, seed === undefined ? {} : { seed }));
  return image;
};
const errorsInside = (result: RgbaRaster, truth: RgbaRaster, mask: AlphaRaster): number[] =>
  [...mask.data.keys()]
    .filter((i) => mask.data[i] > 0)
    .flatMap((i) => [0, 1, 2, 3].map((c) => Math.abs(result.data[4 * i + c] - truth.data[4 * i + c])));
const psnr = (result: RgbaRaster, truth: RgbaRaster, mask: AlphaRaster): number => {
  const errors = errorsInside(result, truth, mask);
  const mean = errors.reduce((sum, e) => sum + e * e, 0) / errors.length;
  return mean === 0 ? Infinity : 10 * Math.log10((255 * 255) / mean);
};
const opaque = ([r, g, b]: Rgb): readonly [number, number, number, number] => [r, g, b, 255];

const tiles: PixelPaint = (x, y) => opaque(x % 12 < 2 || y % 12 < 2 ? [210, 200, 190] : [120, 70, 50]);

describe('inpainting', () => {
  test('a periodic texture continues (PSNR of at least 30 dB)', () => {
    const truth = paint(96, 96, tiles);
    const mask = createMask(96, 96, (x, y) => x >= 34 && x < 62 && y >= 34 && y < 62);
    expect(psnr(restoreImage(truth, mask), truth, mask)).toBeGreaterThan(30);
  });

  test('a light falloff continues without a seam (at most 3 steps off)', () => {
    const truth = paint(120, 90, (x, y) => opaque([230 - x * 0.3, 226 - x * 0.3 - y * 0.1, 220 - y * 0.2]));
    const mask = createMask(120, 90, (x, y) => Math.hypot(x - 60, y - 45) < 22);
    expect(Math.max(...errorsInside(restoreImage(truth, mask), truth, mask))).toBeLessThanOrEqual(3);
  });

  test('grain stays: the fill is as noisy as its surroundings', () => {
    const random = seededRandom(7);
    const truth = paint(100, 100, () => {
      const grain = random(21) - 10;
      return opaque([200 + grain, 200 + grain, 200 + grain]);
    });
    const mask = createMask(100, 100, (x, y) => Math.hypot(x - 50, y - 50) < 18);
    const result = restoreImage(truth, mask);
    const inside = [...mask.data.keys()].filter((i) => mask.data[i] > 0).map((i) => result.data[4 * i]);
    const mean = inside.reduce((sum, v) => sum + v, 0) / inside.length;
    const deviation = Math.sqrt(inside.reduce((sum, v) => sum + (v - mean) ** 2, 0) / inside.length);
    expect(Math.abs(mean - 200)).toBeLessThan(2);
    // The standard deviation of the surroundings is 6.06; the fill should have similar grain.
    expect(deviation).toBeGreaterThan(3.5);
  });

  test.each<[string, PixelPaint]>([
    ['a table edge', (x, y) => opaque(y > 40 + x * 0.15 ? [120, 74, 42] : [205, 200, 190])],
    ['a vertical edge', (x) => opaque(x < 47 ? [40, 60, 90] : [220, 220, 215])],
    ['a thin line', (x, y) => opaque(Math.abs(y - 30 - x * 0.25) < 2 ? [40, 40, 45] : [205, 200, 190])],
  ])('%s continues through the hole', (_, at) => {
    const truth = paint(110, 90, at);
    const mask = createMask(110, 90, (x, y) => Math.hypot(x - 50, y - 45) < 16);
    const errors = errorsInside(restoreImage(truth, mask), truth, mask);
    expect(errors.filter((e) => e > 40).length / errors.length).toBeLessThan(0.04);
  });

  test('holes at the border and in the corner are filled', () => {
    const truth = paint(90, 70, tiles);
    const mask = createMask(90, 70, (x, y) => (x < 14 && y < 20) || (x > 70 && y > 20 && y < 44) || y > 62);
    expect(psnr(restoreImage(truth, mask), truth, mask)).toBeGreaterThan(18);
  });

  test('several holes far apart are filled', () => {
    const truth = paint(300, 80, tiles);
    const mask = createMask(300, 80, (x, y) => Math.hypot((x % 140) - 30, y - 40) < 9);
    expect(psnr(restoreImage(truth, mask), truth, mask)).toBeGreaterThan(28);
  });

  test('a hole larger than the rest of the photo is filled', () => {
    const truth = paint(60, 60, (x) => opaque([100 + x, 120, 140]));
    const mask = createMask(60, 60, (x, y) => x > 5 && x < 54 && y > 5 && y < 54);
    expect(Math.max(...errorsInside(restoreImage(truth, mask), truth, mask))).toBeLessThan(25);
  });

  test("a cut-out's alpha is filled too", () => {
    const truth = paint(80, 80, (x) => (x < 40 ? [0, 0, 0, 0] : [180, 40, 30, 255]));
    const mask = createMask(80, 80, (x, y) => Math.hypot(x - 40, y - 40) < 13);
    const result = restoreImage(truth, mask);
    const alphaAt = (x: number): number => result.data[(40 * 80 + x) * 4 + 3];
    expect(alphaAt(31)).toBeLessThan(30);
    expect(alphaAt(49)).toBeGreaterThan(225);
    expect([...result.data.subarray((40 * 80 + 49) * 4, (40 * 80 + 49) * 4 + 3)]).toEqual([180, 40, 30]);
  });

  test('a hole in a photo too small for any patch is blended from its surroundings', () => {
    const truth = paint(8, 8, (x) => opaque([10 * x, 100, 200]));
    const mask = createMask(8, 8, (x, y) => x > 1 && x < 6 && y > 1 && y < 6);
    expect(Math.max(...errorsInside(restoreImage(truth, mask), truth, mask))).toBeLessThan(40);
  });
});

test('content is replaced where the mask is at least half opaque, and blended where it is less', () => {
  const truth = paint(40, 40, () => [200, 200, 200, 255]);
  const mask = createMask(40, 40, (x, y) =>
    y > 15 && y < 24 && x > 15 && x < 24 ? (x < 20 ? 0.25 : 0.51) : 0,
  );
  const result = restoreImage(truth, mask);
  const green = (x: number): number => result.data[(20 * 40 + x) * 4 + 1];
  expect(green(22)).toBe(200);
  expect(green(17)).toBeGreaterThan(80);
  expect(green(17)).toBeLessThan(120);
});

test('no byte outside the mask changes, for any photo and mask', () => {
  const sides = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }));
  const scenes = sides.chain(([w, h]) =>
    fc.record({
      image: fc.uint8Array({ minLength: w * h * 4, maxLength: w * h * 4 }).map((d) => raster(d, w, h, 4)),
      opaque: fc.boolean(),
      x: fc.nat(w - 1),
      y: fc.nat(h - 1),
      radius: fc.integer({ min: 1, max: 12 }),
      specks: fc.array(fc.tuple(fc.nat(w * h - 1), fc.integer({ min: 1, max: 255 })), { maxLength: 5 }),
      seed: fc.nat(),
    }),
  );
  fc.assert(
    fc.property(scenes, ({ image, opaque: solid, x, y, radius, specks, seed }) => {
      const { widthPx: w, heightPx: h } = image;
      if (solid) for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
      const mask = createMask(w, h, (px, py) => Math.hypot(px - x, py - y) < radius);
      for (const [at, value] of specks) mask.data[at] = value;
      fc.pre(mask.data.filter((value) => value === 0).length > 0.02 * w * h);
      const before = Uint8Array.from(image.data);
      finish(fillMasked(image, mask, { seed }));
      for (let i = 0; i < mask.data.length; i++) {
        if (mask.data[i] !== 0) continue;
        expect(image.data.subarray(4 * i, 4 * i + 4)).toEqual(before.subarray(4 * i, 4 * i + 4));
      }
    }),
    { numRuns: 40 },
  );
});

test('the same seed gives the same bytes, and progress only rises', () => {
  const random = seededRandom(3);
  const truth = paint(70, 60, () => opaque([random(256), random(256), random(256)]));
  const mask = createMask(70, 60, (x, y) => Math.hypot(x - 30, y - 30) < 12);
  expect(restoreImage(truth, mask, 5).data).toEqual(restoreImage(truth, mask, 5).data);
  const steps = [...fillMasked(truth, mask)];
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps.at(-1)).toBeLessThanOrEqual(1);
});

test.each([
  ['EMPTY_MASK', 0],
  ['FULL_MASK', 1],
])('an empty or a full mask is refused with %s', (code, value) => {
  const image = paint(30, 30, () => [9, 9, 9, 255]);
  expect(() =>
    finish(
      fillMasked(
        image,
        createMask(30, 30, () => value),
      ),
    ),
  ).toThrow(expect.objectContaining({ code }));
});

describe('inpainting of lines that lead through a hole', () => {
  test('the corner of two walls and a floor is restored in the hole', () => {
    const random = seededRandom(3);
    const truth = paint(200, 150, (x, y) => {
      const grain = random(5) - 2;
      const floor = 74 + 0.25 * Math.abs(x - 96);
      const [r, g, b] = y > floor ? [120, 84, 56] : x < 96 ? [205, 200, 190] : [150, 147, 140];
      return [r + grain, g + grain, b + grain, 255];
    });
    const mask = createMask(200, 150, (x, y) => Math.abs(x - 100) < 24 && Math.abs(y - 78) < 36);
    const errors = errorsInside(restoreImage(truth, mask), truth, mask);
    expect(errors.filter((e) => e > 25).length / errors.length).toBeLessThan(0.03);
  });
});
