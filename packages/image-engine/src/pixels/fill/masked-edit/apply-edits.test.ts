import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oklabOfSrgb } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import { raster } from '../../raster/raster.ts';
import type { AlphaRaster, Rgb, RgbaRaster } from '../../raster/raster.ts';
import { finish } from '../../raster/work.ts';
import { applyMaskedEdits } from './apply-edits.ts';
import type { MaskedEdit } from './edit.ts';

const paint = (side: number, colorAt: (x: number, y: number) => Rgb): RgbaRaster =>
  raster(
    Uint8Array.from(
      Array.from({ length: side * side }, (_, i) => [...colorAt(i % side, Math.floor(i / side)), 255]).flat(),
    ),
    side,
    side,
    4,
  );
const createMask = (side: number, inside: (x: number, y: number) => boolean): AlphaRaster =>
  raster(
    Uint8Array.from({ length: side * side }, (_, i) => (inside(i % side, Math.floor(i / side)) ? 255 : 0)),
    side,
    side,
    1,
  );
const applyEdits = (image: RgbaRaster, mask: AlphaRaster, ...edits: MaskedEdit[]): RgbaRaster => {
  finish(applyMaskedEdits(image, mask, edits, { featherPx: 1 }));
  return image;
};
const everywhere = (side: number): AlphaRaster => createMask(side, () => true);
const pixel = ({ data, widthPx }: RgbaRaster, x: number, y: number): number[] => [
  ...data.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3),
];
const lab = ([r, g, b]: readonly number[]): Triple => {
  const into: Triple = [0, 0, 0];
  oklabOfSrgb(r, g, b, into);
  return into;
};
const deltaE = (a: readonly number[], b: readonly number[]): number => {
  const [one, other] = [lab(a), lab(b)];
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
};

const amount = fc.double({ min: -1, max: 1, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyEdit: fc.Arbitrary<MaskedEdit> = fc.oneof(
  fc.record({
    kind: fc.constant('color' as const),
    color: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
    amount: share,
  }),
  fc.record({ kind: fc.constantFrom('brightness', 'contrast', 'saturation', 'temperature'), amount }),
  fc.record({ kind: fc.constantFrom('neutral', 'clean-white', 'blur', 'sharpen'), amount: share }),
);
const sides = fc.tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 }));

test('an edit changes no byte outside the mask, and no alpha anywhere', () => {
  const scenes = sides.chain(([w, h]) =>
    fc.record({
      image: fc.uint8Array({ minLength: w * h * 4, maxLength: w * h * 4 }).map((d) => raster(d, w, h, 4)),
      mask: fc
        .array(fc.constantFrom(0, 0, 0, 1, 60, 200, 255), { minLength: w * h, maxLength: w * h })
        .map((values) => raster(Uint8Array.from(values), w, h, 1)),
      edits: fc.array(anyEdit, { minLength: 1, maxLength: 3 }),
      featherPx: fc.double({ min: 0, max: 9, noNaN: true }),
    }),
  );
  fc.assert(
    fc.property(scenes, ({ image, mask, edits, featherPx }) => {
      fc.pre(mask.data.some((value) => value > 0));
      const before = Uint8Array.from(image.data);
      finish(applyMaskedEdits(image, mask, edits, { featherPx }));
      for (let i = 0; i < mask.data.length; i++) {
        expect(image.data[4 * i + 3]).toBe(before[4 * i + 3]);
        if (mask.data[i] === 0)
          expect(image.data.subarray(4 * i, 4 * i + 4)).toEqual(before.subarray(4 * i, 4 * i + 4));
      }
    }),
    { numRuns: 300 },
  );
});

test('an empty mask is refused for an edit', () => {
  expect(() =>
    applyEdits(
      paint(4, () => [9, 9, 9]),
      createMask(4, () => false),
      { kind: 'blur', amount: 1 },
    ),
  ).toThrow(expect.objectContaining({ code: 'EMPTY_MASK' }));
});

describe('recoloring', () => {
  // A shaded object with grain: lightness rises from left to right, and every other row is slightly lighter.
  const shadeImage = (base: number): RgbaRaster =>
    paint(32, (x, y) => [base + x + 4 * (y % 2), base + x + 4 * (y % 2), base + x + 4 * (y % 2)]);
  test.each<[string, number, Rgb]>([
    ['gray to red', 110, [204, 31, 45]],
    ['gray to blue', 110, [61, 90, 254]],
    ['dark to cream', 25, [245, 236, 210]],
    ['light to navy', 205, [27, 42, 82]],
  ])('%s: the middle of the object gets the requested color', (_, base, color) => {
    const result = applyEdits(shadeImage(base), everywhere(32), { kind: 'color', color, amount: 1 });
    expect(deltaE(pixel(result, 16, 16), color)).toBeLessThan(0.05);
  });
  test.each<[string, number, Rgb]>([
    ['white', 30, [255, 255, 255]],
    ['black', 200, [0, 0, 0]],
    ['red', 90, [204, 31, 45]],
  ])('lighter pixels stay lighter than darker ones: %s', (_, base, color) => {
    const result = applyEdits(shadeImage(base), everywhere(32), { kind: 'color', color, amount: 1 });
    const lightness = (x: number, y: number): number => lab(pixel(result, x, y))[0];
    for (let x = 4; x < 28; x += 4) expect(lightness(x + 4, 10)).toBeGreaterThan(lightness(x, 10));
    expect(lightness(16, 11)).toBeGreaterThan(lightness(16, 10));
  });
  test('a glossy highlight stays nearly white', () => {
    const glossy = paint(32, (x) => (x === 20 ? [252, 252, 252] : [60, 60, 62]));
    const result = applyEdits(glossy, everywhere(32), { kind: 'color', color: [204, 31, 45], amount: 1 });
    expect(lab(pixel(result, 20, 5))[0]).toBeGreaterThan(0.85);
  });
  test('recoloring by half changes the color half way', () => {
    const gray: Rgb = [120, 120, 120];
    const color: Rgb = [30, 90, 200];
    const half = applyEdits(
      paint(16, () => gray),
      everywhere(16),
      { kind: 'color', color, amount: 0.5 },
    );
    expect(deltaE(pixel(half, 8, 8), gray)).toBeCloseTo(deltaE(pixel(half, 8, 8), color), 1);
  });
});

describe('changing tone', () => {
  const gray = (): RgbaRaster => paint(16, (x) => [100 + x, 90 + x, 80 + x]);
  test('brightness raised by 0.2 raises the lightness by about a fifth', () => {
    const result = applyEdits(gray(), everywhere(16), { kind: 'brightness', amount: 0.2 });
    const ratio = lab(pixel(result, 8, 8))[0] / lab(pixel(gray(), 8, 8))[0];
    expect(ratio).toBeGreaterThan(1.12);
    expect(ratio).toBeLessThan(1.28);
  });
  test('black stays black and white stays white', () => {
    const ends = paint(2, (x) => (x === 0 ? [0, 0, 0] : [255, 255, 255]));
    for (const change of [-1, -0.5, 0.5, 1]) {
      const result = applyEdits(ends, everywhere(2), { kind: 'brightness', amount: change });
      expect(pixel(result, 0, 0)).toEqual([0, 0, 0]);
      expect(pixel(result, 1, 0)).toEqual([255, 255, 255]);
    }
  });
  test('a black-and-white conversion leaves no chroma', () => {
    const result = applyEdits(gray(), everywhere(16), { kind: 'saturation', amount: -1 });
    const [r, g, b] = pixel(result, 8, 8);
    expect(r).toBe(g);
    expect(g).toBe(b);
  });
  test('more contrast increases the difference between light and dark pixels', () => {
    const result = applyEdits(gray(), everywhere(16), { kind: 'contrast', amount: 0.5 });
    expect(pixel(result, 15, 8)[0] - pixel(result, 0, 8)[0]).toBeGreaterThan(15);
  });
});

describe('white balance', () => {
  const yellowish = (): RgbaRaster => paint(16, (x) => [240 - x, 230 - x, 200 - x]);
  test('a color cast is removed', () => {
    const [r, g, b] = pixel(applyEdits(yellowish(), everywhere(16), { kind: 'neutral', amount: 1 }), 8, 8);
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThanOrEqual(4);
  });
  test('a grayish white background becomes pure white, and its shadow remains a shadow', () => {
    const backdrop = paint(32, (x) => (x < 6 ? [150, 148, 145] : [226, 222, 214]));
    const result = applyEdits(backdrop, everywhere(32), { kind: 'clean-white', amount: 1 });
    expect(pixel(result, 20, 20)).toEqual([255, 255, 255]);
    expect(pixel(result, 2, 20)[0]).toBeLessThan(200);
  });
  test('warmer and cooler are opposite, and keep luminance', () => {
    const neutral = (): RgbaRaster => paint(8, () => [128, 128, 128]);
    const warm = pixel(applyEdits(neutral(), everywhere(8), { kind: 'temperature', amount: 0.5 }), 4, 4);
    const cool = pixel(applyEdits(neutral(), everywhere(8), { kind: 'temperature', amount: -0.5 }), 4, 4);
    expect(warm[0]).toBeGreaterThan(warm[2] + 15);
    expect(cool[2]).toBeGreaterThan(cool[0] + 15);
    expect(lab(warm)[0]).toBeCloseTo(lab([128, 128, 128])[0], 1);
  });
});

describe('blurring and sharpening', () => {
  const stripes = (): RgbaRaster => paint(48, (x) => (x % 4 < 2 ? [60, 60, 60] : [180, 180, 180]));
  const spread = (image: RgbaRaster): number => {
    const row = Array.from({ length: 16 }, (_, k) => pixel(image, 16 + k, 24)[0]);
    return Math.max(...row) - Math.min(...row);
  };
  test('blurring reduces the contrast of stripes', () => {
    expect(spread(applyEdits(stripes(), everywhere(48), { kind: 'blur', amount: 1 }))).toBeLessThan(110);
  });
  test('colors outside the selection do not bleed into the blur', () => {
    const image = paint(48, (x) => (x < 24 ? [255, 0, 0] : [40, 40, 40]));
    const result = applyEdits(
      image,
      createMask(48, (x) => x >= 24),
      { kind: 'blur', amount: 1 },
    );
    expect(pixel(result, 26, 24)).toEqual([40, 40, 40]);
  });
  test('sharpening amplifies detail and leaves flat areas unchanged', () => {
    expect(spread(applyEdits(stripes(), everywhere(48), { kind: 'sharpen', amount: 0.5 }))).toBeGreaterThan(
      121,
    );
    const flat = applyEdits(
      paint(16, () => [77, 99, 111]),
      everywhere(16),
      { kind: 'sharpen', amount: 1 },
    );
    expect(pixel(flat, 8, 8)).toEqual([77, 99, 111]);
  });
});
