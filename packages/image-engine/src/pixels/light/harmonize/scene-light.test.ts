import { ESTIMATED_SURROUNDINGS } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { colorDifference, fromLinear, toLab, toLinear } from '../../color/color-difference.ts';
import { raster } from '../../raster/raster.ts';
import type { AlphaRaster, Rgb, RgbaRaster } from '../../raster/raster.ts';
import { finish } from '../../raster/work.ts';
import { harmonize } from './harmonize.ts';
import type { HarmonizeOptions } from './harmonize.ts';

const SIDE = 160;
type ColorAt = (x: number, y: number) => Rgb;
type Inside = (x: number, y: number) => boolean;

const positions = Array.from({ length: SIDE * SIDE }, (_, i) => [i % SIDE, Math.floor(i / SIDE)] as const);
const inBox: Inside = (x, y) => x >= 55 && x < 105 && y >= 45 && y < 125;
const createMask = (inside: Inside): AlphaRaster =>
  raster(
    Uint8Array.from(positions, ([x, y]) => (inside(x, y) ? 255 : 0)),
    SIDE,
    SIDE,
    1,
  );
const paste = (product: ColorAt, background: ColorAt, inside = inBox): RgbaRaster =>
  raster(
    Uint8Array.from(
      positions.flatMap(([x, y]) => [...(inside(x, y) ? product(x, y) : background(x, y)), 255]),
    ),
    SIDE,
    SIDE,
    4,
  );
const inLight =
  (light: Rgb, colorAt: ColorAt): ColorAt =>
  (x, y) =>
    colorAt(x, y).map((value, c) => fromLinear(toLinear(value) * (light[c] ?? NaN))) as unknown as Rgb;

/** White product with a gray label, photographed by day. */
const product: ColorAt = (_, y) => (y > 70 && y < 95 ? [150, 150, 150] : [235, 235, 235]);
/** Room of white walls in several shades, with a plant, a blue picture and a brown floor. */
const room: ColorAt = (x, y) => {
  if (y > 110) return (x >> 3) % 2 === 0 ? [150, 120, 95] : [140, 112, 88];
  if (x < 18 && y > 60) return [60, 110, 50];
  if (x > 130 && y > 20 && y < 45) return [60, 80, 160];
  return (x >> 4) % 2 === (y >> 4) % 2 ? [235, 235, 235] : [190, 190, 190];
};

interface Change {
  /** Mean CIEDE2000 between the product before and after. */
  readonly size: number;
  /** Mean change of the Lab color. */
  readonly lightness: number;
  readonly a: number;
  readonly b: number;
}

const run = (image: RgbaRaster, inside: Inside, options: HarmonizeOptions): Uint8Array => {
  const copy = raster(Uint8Array.from(image.data), SIDE, SIDE, 4);
  finish(harmonize(copy, createMask(inside), options));
  return copy.data;
};
const labAt = (data: Uint8Array, i: number) =>
  toLab(data[4 * i] ?? NaN, data[4 * i + 1] ?? NaN, data[4 * i + 2] ?? NaN);

function measureChange(colorAt: ColorAt, background: ColorAt, part: Inside = inBox, inside = inBox): Change {
  const image = paste(colorAt, background, inside);
  const after = run(image, inside, {});
  const cells = positions.flatMap(([x, y], i) => (inside(x, y) && part(x, y) ? [i] : []));
  const mean = (value: (i: number) => number): number =>
    cells.reduce((sum, i) => sum + value(i), 0) / cells.length;
  return {
    size: mean((i) => colorDifference(labAt(image.data, i), labAt(after, i))),
    lightness: mean((i) => labAt(after, i)[0] - labAt(image.data, i)[0]),
    a: mean((i) => labAt(after, i)[1] - labAt(image.data, i)[1]),
    b: mean((i) => labAt(after, i)[2] - labAt(image.data, i)[2]),
  };
}

describe('a product in the light of its scene', () => {
  const BLUE_NIGHT: Rgb = [0.1, 0.17, 0.36];

  it('turns clearly darker and bluer in a dim blue room', () => {
    const { size, lightness, b } = measureChange(product, inLight(BLUE_NIGHT, room));
    expect(size).toBeGreaterThan(8);
    expect(lightness).toBeLessThan(-8);
    expect(b).toBeLessThan(-5);
  });

  it('turns clearly warmer and darker in candlelight', () => {
    const { size, lightness, b } = measureChange(product, inLight([0.5, 0.25, 0.08], room));
    expect(size).toBeGreaterThan(8);
    expect(lightness).toBeLessThan(-5);
    expect(b).toBeGreaterThan(8);
  });

  it('keeps every byte at strength 0, however much the lights differ', () => {
    const image = paste(product, inLight(BLUE_NIGHT, room));
    expect(run(image, inBox, { strength: 0 })).toEqual(image.data);
  });

  it('keeps the order of its shades, and clips none', () => {
    const gradient: ColorAt = (x) => {
      const level = Math.min(250, 170 + 2 * (x - 60));
      return [level, level, level - 6];
    };
    const after = run(paste(gradient, inLight([1, 0.62, 0.3], room)), inBox, {});
    const row = Array.from({ length: 40 }, (_, k) => labAt(after, 60 * SIDE + 60 + k)[0]);
    expect(new Set(row).size).toBeGreaterThan(30);
    const reds = Array.from({ length: 40 }, (_, k) => after[4 * (60 * SIDE + 60 + k)] ?? NaN);
    expect(reds.filter((red) => red === 255)).toEqual([]);
    expect(row).toEqual(row.toSorted((one, other) => one - other));
  });

  it('takes on the colors of a dusk whose sky is pink and violet', () => {
    const dusk: ColorAt = (x, y) => (y < 100 ? [190 - y, 120 - (x >> 3), 150 + (y >> 1)] : [35, 25, 40]);
    const { size, a } = measureChange(product, dusk);
    expect(size).toBeGreaterThan(5);
    expect(a).toBeGreaterThan(2);
  });

  it('takes on more of the color of the side that it faces', () => {
    const neon: ColorAt = (x, y) => {
      const level = 30 + ((x * 7 + y * 3) % 40);
      return x < 80 ? [level, level, 130 + level] : [130 + level, level, 130 + level];
    };
    const side = (from: number, to: number): number =>
      measureChange(product, neon, (x) => x >= from && x < to).a;
    expect(side(93, 105)).toBeGreaterThan(side(55, 67) + 3);
  });

  it('hardly changes if it was photographed in this light', () => {
    expect(measureChange(product, room).size).toBeLessThan(1);
    const warm: Rgb = [1, 0.8, 0.58];
    const there = measureChange(inLight(warm, product), inLight(warm, room)).size;
    expect(there).toBeLessThan(2);
    expect(measureChange(product, inLight(warm, room)).size).toBeGreaterThan(there + 3);
  });

  it('ignores a slight difference of white balance', () => {
    expect(measureChange(product, inLight([1, 0.975, 0.94], room)).size).toBeLessThan(0.6);
  });

  it.each<[string, ColorAt]>([
    [
      'on dark ground with glossy spots',
      (x, y) =>
        (x * 31 + y * 17) % 97 === 0 ? [200, 205, 205] : (x >> 3) % 2 === 0 ? [35, 38, 40] : [75, 80, 82],
    ],
    ['in a spot of light, with black around it', (x) => (x % 20 < 10 ? [18, 21, 42] : [1, 1, 2])],
    ['on foliage', (x, y) => ((x * 7 + y * 3) % 5 < 2 ? [120, 135, 85] : [80, 92, 55])],
    ['on a teal bench', (x, y) => ((x * 7 + y * 3) % 5 < 2 ? [95, 150, 150] : [70, 112, 112])],
    ['on a blue carpet', (x, y) => ((x * 7 + y * 3) % 5 < 2 ? [40, 90, 190] : [31, 70, 150])],
    ['on pale blue paper', () => [150, 175, 225]],
    [
      'on wood, with something white beside it',
      (x, y) => (x < 30 && y < 60 ? [225, 225, 225] : [170 + ((y * 7) % 20), 125, 80]),
    ],
  ])('hardly changes %s', (_, background) => {
    expect(measureChange(product, background).size).toBeLessThan(2);
  });

  it('hardly changes in a close-up, whose surroundings may be a single table', () => {
    const inCloseUp: Inside = (x, y) => x >= 14 && x < 146 && y >= 14 && y < 146;
    const blueRoom = inLight(BLUE_NIGHT, room);
    expect(measureChange(product, blueRoom, inCloseUp, inCloseUp).size).toBeLessThan(2);
  });

  it('isn’t darkened by day because a bright sky stands above a dark place', () => {
    const lane: ColorAt = (x, y) => {
      if (y < 40) return [225, 232, 240];
      return (x + y) % 11 < 5 ? [40, 70, 35] : [80, 70, 60];
    };
    expect(measureChange(product, lane).lightness).toBeGreaterThan(-2);
  });

  it('isn’t darkened further by lamps if it is dark itself', () => {
    const street: ColorAt = (x, y) =>
      (x * 13 + y * 7) % 53 === 0 ? [255, 230, 180] : (x >> 3) % 2 === 0 ? [50, 50, 100] : [100, 75, 45];
    const dark = measureChange(() => [40, 40, 45], street).lightness;
    expect(measureChange(product, street).lightness).toBeLessThan(-6);
    expect(dark).toBeGreaterThan(-1);
  });
});

describe('the contact shadow at the default strength', () => {
  const table: ColorAt = () => [200, 200, 200];
  const darkest = (inside: Inside, options: HarmonizeOptions, x: number, y: number): number => {
    const after = run(
      paste(() => [40, 90, 160], table, inside),
      inside,
      options,
    );
    return 1 - toLinear(after[4 * (y * SIDE + x)] ?? NaN) / toLinear(200);
  };

  it('takes two thirds of the light beside the base, and fades out', () => {
    expect(darkest(inBox, {}, 80, 125)).toBeGreaterThan(0.65);
    expect(darkest(inBox, {}, 80, 155)).toBeLessThan(0.15);
    expect(darkest(inBox, {}, 30, 60)).toBe(0);
  });

  it('leaves no light line where the product’s edge is mixed with a brighter background', () => {
    const shares = [0.9, 0.6, 0.3, 0.06];
    const mix = (share: number, one: number, other: number): number =>
      fromLinear(share * toLinear(one) + (1 - share) * toLinear(other));
    const image = paste(() => [20, 20, 22], table);
    const mask = createMask(inBox);
    for (const [k, share] of shares.entries()) {
      for (let i = (125 + k) * SIDE + 55; i < (125 + k) * SIDE + 105; i++) {
        mask.data[i] = Math.round(255 * share);
        image.data.fill(mix(share, 20, 200), 4 * i, 4 * i + 3);
      }
    }
    finish(harmonize(image, mask, { strength: 1 }));
    const at = (y: number): number => image.data[4 * (y * SIDE + 80)] ?? NaN;
    for (const [k, share] of shares.entries())
      expect(at(125 + k)).toBeLessThan(mix(share, at(124), at(128)) + 5);
  });

  it('isn’t a halo beside the base', () => {
    expect(darkest(inBox, {}, 106, 120)).toBeLessThan(0.5);
    expect(darkest(inBox, {}, 106, 116)).toBeLessThan(0.25);
  });

  it('is no wider dark spot at the foot of a thin leg', () => {
    const legs = [34, 80, 126];
    const desk: Inside = (x, y) =>
      x >= 30 && x < 130 && y >= 40 && y < 125 && (y < 55 || legs.some((leg) => Math.abs(x - leg) < 2));
    expect(darkest(desk, {}, 76, 124)).toBeLessThan(darkest(desk, {}, 65, 124) + 0.1);
  });

  it('is clearly darker at two feet than between them', () => {
    const bench: Inside = (x, y) =>
      x >= 30 && x < 130 && y >= 60 && y < 125 && (y < 80 || x < 55 || x >= 105);
    expect(darkest(bench, {}, 42, 125)).toBeGreaterThan(darkest(bench, {}, 80, 125) + 0.09);
  });

  it('is omitted for a product that doesn’t rest on a surface', () => {
    expect(darkest(inBox, { isResting: false }, 80, 125)).toBe(0);
  });

  it('is omitted in front of a background that is out of focus everywhere', () => {
    const shape = (x: number, y: number): number => Math.sin(x / 7) * Math.sin(y / 8);
    const gray = (level: number): Rgb => [level, level, level];
    const blurredAt: ColorAt = (x, y) => gray(Math.round(170 + 50 * shape(x, y)));
    const sharp: ColorAt = (x, y) => gray(shape(x, y) > 0 ? 195 : 145);
    const sharpTable: ColorAt = (x, y) => (y > 115 ? sharp(x, y) : blurredAt(x, y));
    const gradient: ColorAt = (_, y) => gray(230 - (y >> 1));
    const changesProduct = (background: ColorAt, surroundings: HarmonizeOptions['surroundings']): boolean => {
      const image = paste(() => [40, 90, 160], background);
      const after = run(image, inBox, { surroundings });
      return [125, 130].some((y) => after[4 * (y * SIDE + 80)] !== image.data[4 * (y * SIDE + 80)]);
    };
    expect(changesProduct(blurredAt, undefined)).toBe(false);
    for (const background of [sharp, sharpTable, gradient, table])
      expect(changesProduct(background, undefined)).toBe(true);
    expect(changesProduct(blurredAt, { ...ESTIMATED_SURROUNDINGS, groundLine: 0.5 })).toBe(true);
  });

  it('lies under legs that end higher in the picture because they are farther away', () => {
    const stool: Inside = (x, y) =>
      (y >= 40 && y < 60 && x >= 45 && x < 115) ||
      (y >= 60 && y < 130 && x >= 77 && x < 83) ||
      (y >= 60 && y < 115 && (Math.abs(x - 49) < 3 || Math.abs(x - 111) < 3));
    expect(darkest(stool, {}, 49, 116)).toBeGreaterThan(0.3);
    expect(darkest(stool, {}, 80, 131)).toBeGreaterThan(0.3);
    // Beside a leg, the ground is dark at its foot only.
    expect(darkest(stool, {}, 75, 118)).toBeLessThan(0.55);
    const tail: Inside = (x, y) =>
      (y >= 40 && y < 60 && x >= 45 && x < 115) ||
      (y >= 60 && y < 130 && x >= 77 && x < 83) ||
      (y >= 60 && y < 115 && Math.abs(x - 66) < 3);
    expect(darkest(tail, {}, 80, 131)).toBe(0);
  });
});
