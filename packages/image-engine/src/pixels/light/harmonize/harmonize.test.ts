import { ESTIMATED_SURROUNDINGS, HARMONIZE_DEFAULT_STRENGTH } from '@packshot/contract';
import type { Surroundings } from '@packshot/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linearOfSrgb, oklabOfLinear, oklabOfSrgb } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import { seededRandom } from '../../raster/random.ts';
import { raster } from '../../raster/raster.ts';
import type { AlphaRaster, Rgb, RgbaRaster } from '../../raster/raster.ts';
import { finish } from '../../raster/work.ts';
import { HARMONIZE_LIMITS, whiteness } from './guard.ts';
import { maskBounds } from '../../raster/mask.ts';
import { harmonize } from './harmonize.ts';
import type { HarmonizeOptions } from './harmonize.ts';
import { gainRows, createLightField } from '../light-field.ts';
import type { ProductLight } from '../light-field.ts';
import { expectedInLight, productWithin } from '../../quality/expected-product.ts';
import { productDifference } from '../../quality/product-difference.ts';
import { planFor } from './plan-light.ts';
import type { HarmonizePlan } from './plan-light.ts';
import { PRODUCT_GAIN_LIMITS } from './product-light.ts';

const SIDE = 160;

const paint = (colorAt: (x: number, y: number) => Rgb, side = SIDE): RgbaRaster =>
  raster(
    Uint8Array.from(
      Array.from({ length: side * side }, (_, i) => [...colorAt(i % side, Math.floor(i / side)), 255]).flat(),
    ),
    side,
    side,
    4,
  );
const createMask = (inside: (x: number, y: number) => boolean, side = SIDE): AlphaRaster =>
  raster(
    Uint8Array.from({ length: side * side }, (_, i) => (inside(i % side, Math.floor(i / side)) ? 255 : 0)),
    side,
    side,
    1,
  );

/** Position of a box that stands slightly above the picture's lower edge. */
const BOX = { left: 55, right: 105, top: 45, bottom: 125 };
const inBox = (x: number, y: number): boolean =>
  x >= BOX.left && x < BOX.right && y >= BOX.top && y < BOX.bottom;
const boxMask = createMask(inBox);
const scene = (product: Rgb, background: (x: number, y: number) => Rgb): RgbaRaster =>
  paint((x, y) => (inBox(x, y) ? product : background(x, y)));
const gray = (level: number): Rgb => [level, level, level];
/** Picture of a wall of structured grays under colored light. */
const lightProduct =
  (light: Rgb) =>
  (x: number, y: number): Rgb => {
    const level = 0.45 + 0.45 * ((Math.floor(x / 16) + Math.floor(y / 16)) % 2);
    return light.map((channel) => Math.round(channel * level)) as unknown as Rgb;
  };

const lab = (data: Uint8Array, i: number): Triple => {
  const into: Triple = [0, 0, 0];
  oklabOfSrgb(data[4 * i], data[4 * i + 1], data[4 * i + 2], into);
  return into;
};
const run = (
  image: RgbaRaster,
  mask: AlphaRaster = boxMask,
  options?: HarmonizeOptions,
): { after: Uint8Array; light: ProductLight | undefined } => {
  const copy = raster(Uint8Array.from(image.data), image.widthPx, image.heightPx, 4);
  const light = finish(harmonize(copy, mask, options));
  return { after: copy.data, light };
};
/** Estimates for the photo with the product in its box. */
const estimates = (image: RgbaRaster, mask: AlphaRaster = boxMask): HarmonizePlan | undefined => {
  const box = maskBounds(mask);
  if (!box) throw new Error('The box is empty.');
  return finish(planFor(image, mask, box));
};
/** Oklab color of a pixel of the product after applying only the returned light field. */
const litOnly = (image: RgbaRaster, mask: AlphaRaster, strength: number): ((i: number) => Triple) => {
  const box = maskBounds(mask);
  const light = estimates(image, mask)?.light;
  if (!box || !light) return (i) => lab(image.data, i);
  const readGainRow = gainRows(createLightField(light.gains, light.columns, light.rows, strength), box);
  return (i) => {
    const [x, y] = [i % image.widthPx, Math.floor(i / image.widthPx)];
    const gain = readGainRow(y - box.yPx).slice(3 * (x - box.xPx), 3 * (x - box.xPx) + 3);
    const into: Triple = [0, 0, 0];
    const cover = (mask.data[i] ?? NaN) / 255;
    const [r, g, b] = [0, 1, 2].map((c) =>
      Math.min(1, linearOfSrgb(image.data[4 * i + c]) * (1 + cover * ((gain[c] ?? NaN) - 1))),
    );
    oklabOfLinear(r ?? NaN, g ?? NaN, b ?? NaN, into);
    return into;
  };
};
const center = (SIDE / 2 + 5) * SIDE + SIDE / 2;

const sides = fc.tuple(fc.integer({ min: 8, max: 40 }), fc.integer({ min: 8, max: 40 }));
const anyColor = fc.oneof(
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
  // Tinted grays and whites, from which color casts and dim light are estimated.
  fc
    .tuple(fc.integer({ min: 40, max: 255 }), fc.nat(60), fc.nat(60))
    .map(([level, green, blue]): [number, number, number] => [
      level,
      Math.max(0, level - green),
      Math.max(0, level - blue),
    ]),
);
const scenes = sides.chain(([w, h]) =>
  fc.record({
    image: fc
      .record({
        noise: fc.integer({ min: 0, max: 60 }),
        background: anyColor,
        product: anyColor,
        seed: fc.nat(),
      })
      .map(({ noise, background, product, seed }) => {
        const random = seededRandom(seed);
        const data = Uint8Array.from({ length: w * h * 4 }, (_, i) => {
          const upper = i < w * h * 2;
          // Patches of several brightnesses under one light, far from the product, from which the scene's light can be
          // estimated.
          const patch = upper ? 1 : 0.25 + 0.25 * ((i >> 4) % 4);
          const value = Math.round(((upper ? product : background)[i % 4] ?? 0) * patch);
          return i % 4 === 3 ? 255 - (i % 3) : Math.min(255, value + (noise > 0 ? random(noise) : 0));
        });
        return raster(data, w, h, 4);
      }),
    mask: fc.record({ seed: fc.nat(), box: fc.boolean() }).map(({ seed, box }) => {
      const random = seededRandom(seed);
      const [from, to] = [random(w * h), random(w * h)].toSorted((a, b) => a - b) as [number, number];
      const data = Uint8Array.from({ length: w * h }, (_, i) => {
        if (box) return i >= from && i <= to ? 255 : 0;
        return [0, 0, 255, 255, 30, 190][random(6)];
      });
      return raster(data, w, h, 1);
    }),
  }),
);
const usable = (mask: AlphaRaster): boolean =>
  mask.data.some((value) => value > 0) && mask.data.some((value) => value < 255);

describe('harmonizing random pictures', () => {
  test('strength 0 changes no byte', () => {
    fc.assert(
      fc.property(scenes, ({ image, mask }) => {
        fc.pre(usable(mask));
        expect(run(image, mask, { strength: 0 }).after).toEqual(image.data);
      }),
      { numRuns: 20 },
    );
  });

  test('opaque product pixels change by their light alone, and alpha stays', () => {
    fc.assert(
      fc.property(scenes, fc.double({ min: 0, max: 1, noNaN: true }), ({ image, mask }, strength) => {
        const box = maskBounds(mask);
        fc.pre(usable(mask) && box !== undefined);
        if (!box) return;
        const { after, light } = run(image, mask, { strength });
        for (let i = 3; i < after.length; i += 4) expect(after[i]).toBe(image.data[i]);
        const before = productWithin(image, mask, box);
        const picture = raster(after, image.widthPx, image.heightPx, 4);
        expect(productDifference(expectedInLight(before, box, light), picture).changed).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  test('mixed pixels at the edge change within the allowed limits after their light is applied, outside of shadows', () => {
    fc.assert(
      fc.property(scenes, ({ image, mask }) => {
        fc.pre(usable(mask));
        const plan = estimates(image, mask);
        fc.pre(plan !== undefined && plan.shadow === undefined && plan.thrown === undefined);
        const { after } = run(image, mask);
        const lit = litOnly(image, mask, HARMONIZE_DEFAULT_STRENGTH);
        for (let i = 0; i < mask.data.length; i++) {
          const cover = mask.data[i] ?? 0;
          if (cover > 0 && cover < 255) expectWithinLimits(lit(i), lab(after, i));
        }
      }),
      { numRuns: 40 },
    );
  });

  test('the light on the product is bounded for each cell, even when the user sets it', () => {
    const share = fc.double({ min: -1, max: 1, noNaN: true });
    const set = fc.record({
      light: fc.option(
        fc.record({
          fromDeg: fc.double({ min: -180, max: 180, noNaN: true }),
          heightDeg: fc.double({ min: 5, max: 90, noNaN: true }),
        }),
      ),
      groundLine: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      elevationDeg: fc.option(fc.double({ min: 0, max: 90, noNaN: true })),
      warmth: fc.option(share),
      brightness: fc.option(share),
    });
    const { min, max } = PRODUCT_GAIN_LIMITS;
    fc.assert(
      fc.property(scenes, set, ({ image, mask }, surroundings) => {
        const box = maskBounds(mask);
        fc.pre(usable(mask) && box !== undefined);
        const plan = box && finish(planFor(image, mask, box, { surroundings }));
        for (const gain of plan?.light.gains ?? []) {
          expect(gain).toBeGreaterThanOrEqual(min - 1e-6);
          expect(gain).toBeLessThanOrEqual(max + 1e-6);
        }
        for (const shadow of [plan?.shadow, plan?.thrown]) {
          for (const density of shadow?.density ?? []) {
            expect(density).toBeGreaterThanOrEqual(0);
            expect(density).toBeLessThan(1);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('the same input gives the same bytes', () => {
    fc.assert(
      fc.property(scenes, ({ image, mask }) => {
        fc.pre(usable(mask));
        expect(run(image, mask).after).toEqual(run(image, mask).after);
      }),
      { numRuns: 8 },
    );
  });

  test('a higher strength never changes a pixel less', () => {
    fc.assert(
      fc.property(scenes, ({ image, mask }) => {
        fc.pre(usable(mask));
        const moved = [0.2, 0.5, 0.8, 1].map((strength) => run(image, mask, { strength }).after);
        for (let at = 0; at < image.data.length; at++) {
          const distances = moved.map((data) => Math.abs(data[at] - image.data[at]));
          // The color of mixed pixels changes along a straight line in Oklab, on which a single sRGB channel may
          // reverse by about a step.
          for (let k = 1; k < distances.length; k++)
            expect(distances[k]).toBeGreaterThanOrEqual(distances[k - 1] - 2);
        }
      }),
      { numRuns: 10 },
    );
  });
});

/** Tolerance for rounding to 8 bits and gamut clipping, which is largest next to black in Oklab. */
const roundingNear = (lightness: number): number => (lightness > 0.35 ? 0.01 : lightness > 0.2 ? 0.02 : 0.08);

function expectWithinLimits(was: Triple, now: Triple): void {
  const slack = roundingNear(Math.min(was[0], now[0]));
  const white = whiteness(was[0], Math.hypot(was[1], was[2]));
  expect(Math.abs(now[0] - was[0])).toBeLessThanOrEqual(HARMONIZE_LIMITS.lightness + slack);
  expect(Math.hypot(now[1] - was[1], now[2] - was[2])).toBeLessThanOrEqual(HARMONIZE_LIMITS.color + slack);
  if (white > 0.99) {
    expect(was[0] - now[0]).toBeLessThanOrEqual(HARMONIZE_LIMITS.whiteLoss + slack);
    expect(Math.hypot(now[1] - was[1], now[2] - was[2])).toBeLessThanOrEqual(
      HARMONIZE_LIMITS.whiteColor + slack,
    );
  }
}

describe('harmonizing the product’s color with the scene', () => {
  const WARM: Rgb = [255, 225, 180];
  const COOL: Rgb = [190, 222, 255];

  test.each([
    ['warm', WARM, 1],
    ['cool', COOL, -1],
  ] as const)('a gray product takes on some of %s light', (_, light, sign) => {
    const image = scene(gray(150), lightProduct(light));
    const { after } = run(image);
    expect(estimates(image)?.sceneCast.confidence).toBeGreaterThan(0.4);
    expect(Math.sign(estimates(image)?.sceneCast.b ?? 0)).toBe(sign);
    expect(sign * lab(after, center)[2]).toBeGreaterThan(0.008);
  });

  test('a neutral scene leaves a neutral product neutral, even with a colorful object in it', () => {
    const image = scene(gray(150), (x, y) => (x < 50 ? [200, 20, 30] : lightProduct([255, 255, 255])(x, y)));
    const { after } = run(image);
    expect(Math.hypot(lab(after, center)[1], lab(after, center)[2])).toBeLessThan(0.008);
  });

  test('a colored wall does not count as colored light', () => {
    const image = scene(gray(150), () => [190, 20, 34]);
    const { after } = run(image);
    expect(estimates(image)?.sceneCast.confidence).toBeLessThan(0.2);
    expect(Math.hypot(lab(after, center)[1], lab(after, center)[2])).toBeLessThan(0.006);
  });

  test('a product that already fits keeps its colors', () => {
    const random = seededRandom(5);
    const image = paint(() => gray(110 + random(40)));
    const { after } = run(image);
    const [was, now] = [lab(image.data, center), lab(after, center)];
    expect(Math.hypot(...was.map((value, c) => value - now[c]))).toBeLessThan(0.03);
  });

  test('a white product in a dark scene stays white', () => {
    const image = scene(gray(248), lightProduct([90, 80, 70]));
    const { after } = run(image);
    expect(lab(after, center)[0]).toBeGreaterThan(
      lab(image.data, center)[0] - HARMONIZE_LIMITS.whiteLoss - 0.005,
    );
  });
});

test('light from the left makes the left side of the product lighter', () => {
  const image = scene(gray(150), (x) => gray(Math.round(235 - 1.2 * x)));
  const { after } = run(image);
  expect(estimates(image)?.estimated.light.fromDeg).toBeLessThan(-30);
  const row = 85 * SIDE;
  expect(lab(after, row + BOX.left + 8)[0] - lab(after, row + BOX.right - 9)[0]).toBeGreaterThan(0.02);
});

describe('the direction of the light in harmonizing', () => {
  /** Color of a table that is brighter on one side; `factor` is the ratio of brightness from end to end. */
  const oneSided = (x: number, factor: number): Rgb => gray(Math.round(120 * factor ** (x / SIDE - 0.5)));
  const difference = (data: Uint8Array): number => {
    const row = 85 * SIDE;
    return lab(data, row + BOX.right - 9)[0] - lab(data, row + BOX.left + 8)[0];
  };

  test('a product is shaded less if it is already lit from the scene’s side', () => {
    const fits = paint((x, y) => (inBox(x, y) ? gray(120 + (x - 80)) : oneSided(x, 2)));
    const contrary = paint((x, y) => (inBox(x, y) ? gray(120 - (x - 80)) : oneSided(x, 2)));
    const measureMove = (image: RgbaRaster): number => difference(run(image).after) - difference(image.data);
    expect(measureMove(contrary)).toBeGreaterThan(0.03);
    expect(measureMove(fits)).toBeLessThan(0.3 * measureMove(contrary));
  });

  test('a light direction set by the user shades the product, whatever the scene shows', () => {
    const image = scene(gray(150), (x) => oneSided(x, 2));
    const from = (fromDeg: number): number =>
      difference(
        run(image, boxMask, {
          surroundings: { ...ESTIMATED_SURROUNDINGS, light: { fromDeg, heightDeg: 40 } },
        }).after,
      );
    expect(from(80)).toBeGreaterThan(0.02);
    expect(from(-80)).toBeLessThan(-0.02);
  });

  test.each([
    ['warmth', (was: Triple, now: Triple) => now[2] - was[2]],
    ['brightness', (was: Triple, now: Triple) => now[0] - was[0]],
  ] as const)('%s set by the user is followed in both directions', (part, gained) => {
    const image = scene(gray(120), (x) => gray(150 + (x % 9)));
    const at = (value: number): number => {
      const surroundings = { ...ESTIMATED_SURROUNDINGS, [part]: value };
      return gained(lab(image.data, center), lab(run(image, boxMask, { surroundings }).after, center));
    };
    expect(at(1)).toBeGreaterThan(0.02);
    expect(at(-1)).toBeLessThan(-0.02);
  });
});

describe('the cast shadow of a harmonized product', () => {
  const image = scene([40, 90, 160], () => gray(200));
  const measureDarkening = (surroundings: Partial<Surroundings>, x: number, y: number): number =>
    200 -
    (run(image, boxMask, { surroundings: { ...ESTIMATED_SURROUNDINGS, ...surroundings } }).after[
      4 * (y * SIDE + x)
    ] ?? NaN);

  test('falls away from the light, and is longer for lower light', () => {
    const [beside, y] = [35, BOX.bottom - 4];
    const left = { fromDeg: -90, heightDeg: 40 };
    expect(measureDarkening({ light: left }, BOX.right + beside, y)).toBeGreaterThan(10);
    expect(measureDarkening({ light: left }, BOX.left - beside, y)).toBe(0);
    expect(measureDarkening({ light: { ...left, fromDeg: 90 } }, BOX.left - beside, y)).toBeGreaterThan(10);
    expect(measureDarkening({ light: { ...left, heightDeg: 80 } }, BOX.right + beside, y)).toBeLessThan(3);
  });

  test('ends at the ground line', () => {
    const light = { fromDeg: -60, heightDeg: 30 };
    const [x, y] = [BOX.right + 32, BOX.bottom - 14];
    const onWall = measureDarkening({ light, groundLine: 0.75 }, x, y);
    expect(measureDarkening({ light, groundLine: 0.1 }, x, y)).toBeGreaterThan(onWall + 5);
  });

  test('reaches farther down the picture for a higher camera', () => {
    const light = { fromDeg: 180, heightDeg: 30 };
    const before = BOX.bottom + 25;
    expect(measureDarkening({ light, elevationDeg: 5 }, SIDE / 2, before)).toBeLessThan(5);
    expect(measureDarkening({ light, elevationDeg: 65 }, SIDE / 2, before)).toBeGreaterThan(20);
  });

  test('continues across a floor line just behind the product’s base', () => {
    const light = { fromDeg: -90, heightDeg: 40 };
    const tiles = scene([40, 90, 160], (_, y) => gray(y < BOX.bottom - 6 ? 200 : 150));
    expect(estimates(tiles)?.estimated.confidence.groundLine).toBe(0);
    const { after } = run(tiles, boxMask, { surroundings: { ...ESTIMATED_SURROUNDINGS, light } });
    expect(after[4 * ((BOX.bottom - 12) * SIDE + BOX.right + 25)]).toBeLessThan(190);
    const table = scene([40, 90, 160], (_, y) => gray(y < 60 ? 120 : 200));
    expect(estimates(table)?.estimated.groundLine).toBeCloseTo(60 / SIDE, 1);
    expect(estimates(table)?.estimated.confidence.groundLine).toBeGreaterThan(0.9);
  });

  test('is omitted, like the contact shadow, if a soft shadow already surrounds the product’s foot', () => {
    const soft = scene([40, 90, 160], (x, y) => {
      const aside = Math.max(0, Math.abs(x - 80) - 25);
      const away = Math.hypot(aside, 2 * (y - BOX.bottom + 6));
      return gray(Math.round(200 - 90 * Math.exp(-away / 14)));
    });
    const plan = (image: RgbaRaster): HarmonizePlan | undefined => {
      const light = { fromDeg: -60, heightDeg: 40 };
      const box = maskBounds(boxMask);
      return (
        box && finish(planFor(image, boxMask, box, { surroundings: { ...ESTIMATED_SURROUNDINGS, light } }))
      );
    };
    expect(plan(image)?.thrown).toBeDefined();
    expect(plan(soft)).toMatchObject({ shadow: undefined, thrown: undefined });
  });

  test('is omitted if the direction of the light is unknown', () => {
    expect(estimates(image)?.shadow).toBeDefined();
    expect(estimates(image)?.thrown).toBeUndefined();
  });
});

describe('the light of a bright background', () => {
  /** Mask of the product whose left edge is half transparent, as in a cut-out of a photo. */
  const soft = raster(Uint8Array.from(boxMask.data), SIDE, SIDE, 1);
  for (let y = BOX.top; y < BOX.bottom; y++) soft.data[y * SIDE + BOX.left] = 128;
  const image = scene(gray(40), () => gray(235));
  const row = 70 * SIDE;

  test('wraps around the edge of a dark product', () => {
    const edge = 4 * (row + BOX.left);
    const { after } = run(image, soft);
    expect(after[edge]).toBeGreaterThan((after[4 * (row + BOX.left + 10)] ?? NaN) + 2);
    expect(after[edge]).toBeGreaterThan((run(image).after[edge] ?? NaN) + 2);
  });

  test('doesn’t reach pixels that the product covers completely', () => {
    const { after } = run(image, soft);
    expect(after[4 * (row + BOX.left + 1)]).toBeLessThan((after[4 * (row + BOX.left + 10)] ?? NaN) + 3);
  });
});

test('harmonizing keeps the product’s texture', () => {
  const random = seededRandom(9);
  const image = paint((x, y) => {
    if (!inBox(x, y)) return lightProduct([255, 214, 160])(x, y);
    const level = 110 + random(70) + (x % 7 === 0 ? 25 : 0);
    return [level, level - 10, level - 20];
  });
  const { after } = run(image, boxMask, { strength: 1 });
  expect(highPassCorrelation(image.data, after)).toBeGreaterThan(0.98);
});

function highPassCorrelation(one: Uint8Array, other: Uint8Array): number {
  const high = (data: Uint8Array, i: number): number => {
    const luma = (k: number): number => lab(data, k)[0];
    return luma(i) - (luma(i - 1) + luma(i + 1) + luma(i - SIDE) + luma(i + SIDE)) / 4;
  };
  let [xy, xx, yy] = [0, 0, 0];
  for (let y = BOX.top + 1; y < BOX.bottom - 1; y++) {
    for (let x = BOX.left + 1; x < BOX.right - 1; x++) {
      const [a, b] = [high(one, y * SIDE + x), high(other, y * SIDE + x)];
      xy += a * b;
      xx += a * a;
      yy += b * b;
    }
  }
  return xy / Math.sqrt(xx * yy);
}

describe('the contact shadow of a harmonized product', () => {
  const sampleBelow = (BOX.bottom + 1) * SIDE + SIDE / 2;
  const table = (): Rgb => gray(200);

  test('a contact shadow is added under a product on a plain surface, and fades out', () => {
    const image = scene([40, 90, 160], table);
    const { after } = run(image);
    expect(estimates(image)?.shadow).toBeDefined();
    expect(after[4 * sampleBelow]).toBeLessThan(165);
    expect(after[4 * (sampleBelow + 30 * SIDE)]).toBeGreaterThan(190);
    expect(after[4 * (20 * SIDE + 20)]).toBe(200);
  });

  test('no contact shadow is added to an existing one', () => {
    const shadeAt = (_: number, y: number): Rgb =>
      y >= BOX.bottom && y < BOX.bottom + 6 ? gray(120) : gray(200);
    const image = scene([40, 90, 160], shadeAt);
    const { after } = run(image);
    const plan = estimates(image);
    expect(plan).toBeDefined();
    expect(plan?.shadow).toBeUndefined();
    expect(after[4 * sampleBelow]).toBe(120);
  });

  /** Pattern of light and dark spots that are smaller than the product. */
  const chips = (x: number, y: number): Rgb => gray(((x >> 2) * 7 + (y >> 2) * 5) % 3 === 0 ? 90 : 215);
  const measureDarkness = (after: Uint8Array, image: RgbaRaster): number => {
    let [was, now] = [0, 0];
    for (let x = BOX.left; x < BOX.right; x++) {
      was += image.data[4 * ((BOX.bottom + 1) * SIDE + x)];
      now += after[4 * ((BOX.bottom + 1) * SIDE + x)];
    }
    return now / was;
  };

  test('a product on a patterned background gets a contact shadow, despite dark parts of the pattern', () => {
    const image = scene([40, 90, 160], chips);
    expect(measureDarkness(run(image).after, image)).toBeLessThan(0.85);
    const shaded = scene([40, 90, 160], (x, y) =>
      y >= BOX.bottom && y < BOX.bottom + 6 ? gray(chips(x, y)[0] * 0.5) : chips(x, y),
    );
    expect(run(shaded).after).toSatisfy((after: Uint8Array) => measureDarkness(after, shaded) === 1);
  });

  test('an object on narrow legs gets its contact shadow', () => {
    const stool = (x: number, y: number): boolean =>
      x >= 50 && x < 110 && y >= 40 && y < 125 && (y < 60 || x < 54 || x >= 106);
    const image = paint((x, y) => (stool(x, y) ? [40, 90, 160] : table()));
    const { after } = run(image, createMask(stool));
    expect(after[4 * (126 * SIDE + 52)]).toBeLessThan(180);
    expect(after[4 * (126 * SIDE + 108)]).toBeLessThan(180);
  });

  test.each([
    ['in the upper half', (x: number, y: number) => x >= 55 && x < 105 && y >= 10 && y < 70],
    ['that touches the lower border', (x: number, y: number) => x >= 55 && x < 105 && y >= 60],
    [
      'that ends in a point above the ground',
      (x: number, y: number) => y > 30 && y < 130 && Math.abs(x - 80) < (130 - y) * 0.4,
    ],
  ])('no contact shadow is added to a product %s', (_, inside) => {
    const image = paint((x, y) => (inside(x, y) ? [40, 90, 160] : table()));
    const mask = createMask(inside);
    const { after } = run(image, mask);
    const outside = [...mask.data.keys()].filter((i) => mask.data[i] === 0);
    expect(outside.filter((i) => after[4 * i] !== 200)).toEqual([]);
  });
});

test('step-by-step work reports its progress, and can be stopped', () => {
  const image = scene(gray(150), lightProduct([255, 225, 180]));
  const before = Uint8Array.from(image.data);
  let last = 0;
  for (const progress of harmonize(image, boxMask, { strength: HARMONIZE_DEFAULT_STRENGTH })) {
    expect(progress).toBeGreaterThanOrEqual(last);
    expect(progress).toBeLessThanOrEqual(1);
    last = progress;
    if (progress > 0.2) break;
  }
  expect(image.data).toEqual(before);
});

describe('refused input of harmonizing', () => {
  const image = scene(gray(150), () => gray(90));
  test.each([
    ['EMPTY_MASK', createMask(() => false)],
    ['FULL_MASK', createMask(() => true)],
  ])('an empty or a full mask is refused with %s', (code, mask) => {
    expect(() => run(image, mask)).toThrow(expect.objectContaining({ code }));
  });

  test.each([-0.1, 1.1, Number.NaN])('strength %d is refused', (strength) => {
    expect(() => run(image, boxMask, { strength })).toThrow(RangeError);
  });

  test('a mask of another size is refused', () => {
    expect(() =>
      run(
        image,
        createMask(() => true, 40),
      ),
    ).toThrow(RangeError);
  });
});

test.each([
  [1, 1],
  [8, 8],
  [400, 1],
])('%dx%d: a picture with too little to compare is processed without an error', (w, h) => {
  const image = raster(new Uint8Array(w * h * 4).fill(200), w, h, 4);
  const mask = raster(
    Uint8Array.from({ length: w * h }, (_, i) => (i === 0 ? 254 : 0)),
    w,
    h,
    1,
  );
  expect(() => run(image, mask)).not.toThrow();
});
