import { describe, expect, it } from 'vitest';
import { srgbOfLinear } from '../color/oklab.ts';
import { seededRandom } from '../raster/random.ts';
import { raster } from '../raster/raster.ts';
import { HOLD_UNIT, layOnGround } from './auxiliary-maps.ts';
import { gridForChanges, planesAfter, measureAuxiliaryMaps } from '../light/measure-maps.ts';

const W = 240;
const H = 300;
const LEFT = 70;
const RIGHT = 170;
const TOP = 50;
const BOTTOM = 250;

type LinearColor = readonly [number, number, number];
const light = (y: number): LinearColor => [
  0.8 - (0.15 * y) / H,
  0.79 - (0.15 * y) / H,
  0.77 - (0.15 * y) / H,
];

/**
 * Photo of a product with straight sides on a curved backdrop. `seenAt` returns its color at a position from -1 (left
 * side) to 1 (right side), given the light behind it.
 */
function createPhoto(seenAt: (across: number, y: number, behind: LinearColor) => LinearColor) {
  const random = seededRandom(7);
  const photo = new Uint8Array(W * H * 3);
  const cutOut = new Uint8Array(W * H * 4);
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const isInside = x >= LEFT && x < RIGHT && y >= TOP && y < BOTTOM;
      const across = ((x + 0.5 - LEFT) / (RIGHT - LEFT)) * 2 - 1;
      const visibleColor = isInside ? seenAt(across, y, light(y)) : light(y);
      for (let c = 0; c < 3; c++) {
        const value = Math.round(srgbOfLinear(visibleColor[c]) + random(3) - 1);
        photo[i * 3 + c] = value;
        cutOut[i * 4 + c] = isInside ? value : 0;
      }
      cutOut[i * 4 + 3] = isInside ? 255 : 0;
    }
  }
  return { photo: raster(photo, W, H, 3), cutOut: raster(cutOut, W, H, 4) };
}

const GLASS: LinearColor = [0.76, 0.86, 0.82];
const LABEL = { top: 140, bottom: 200 };
const isLabel = (across: number, y: number): boolean =>
  Math.abs(across) < 0.6 && y >= LABEL.top && y < LABEL.bottom;

/** Glass with dark rims and a red label. */
const tumbler = (across: number, y: number, behind: LinearColor): LinearColor => {
  if (isLabel(across, y)) return [0.5, 0.05, 0.06];
  const rim = Math.abs(across) > 0.9 ? 0.5 : 1;
  return [behind[0] * GLASS[0] * rim, behind[1] * GLASS[1] * rim, behind[2] * GLASS[2] * rim];
};
const shaded =
  (shade: (across: number) => number, color: LinearColor = [0.82, 0.81, 0.79]) =>
  (across: number): LinearColor => [
    color[0] * shade(across),
    color[1] * shade(across),
    color[2] * shade(across),
  ];

const at = (x: number, y: number): number => y * W + x;

describe('a product’s clear parts', () => {
  const { photo, cutOut } = createPhoto(tumbler);
  const before = cutOut.data.slice();
  const planes = measureAuxiliaryMaps(cutOut, photo);

  it('show a new background, tinted by their own color', () => {
    const composite = layOnGround(
      cutOut,
      planes.through === undefined ? {} : { through: planes.through },
      () => [0.1, 0.3, 0.7],
    );
    for (const [x, y] of [
      [120, 90],
      [100, 110],
      [140, 225],
    ] as const) {
      [0.1, 0.3, 0.7].forEach((ground, c) => {
        expect(Math.abs(composite[at(x, y) * 3 + c] - ground * GLASS[c])).toBeLessThan(0.05);
      });
    }
  });

  it('reproduce the photo when laid on the original background', () => {
    const through = planes.through ?? photo;
    const composite = layOnGround(cutOut, { through }, (i) => light(Math.floor(i / W)));
    let worst = 0;
    for (let y = TOP + 4; y < BOTTOM - 4; y++) {
      for (let x = LEFT + 4; x < RIGHT - 4; x++) {
        if (
          Math.abs(Math.abs((x - 119.5) / 50) - 0.6) < 0.1 ||
          Math.abs(y - LABEL.top) < 6 ||
          Math.abs(y - LABEL.bottom) < 6
        )
          continue;
        const expected = tumbler(((x + 0.5 - LEFT) / 100) * 2 - 1, y, light(y));
        for (let c = 0; c < 3; c++)
          worst = Math.max(worst, Math.abs(composite[at(x, y) * 3 + c] - expected[c]));
      }
    }
    expect(worst).toBeLessThan(0.12);
  });

  it('don’t include a label, which stays opaque and unchanged to the byte', () => {
    for (let y = LABEL.top + 8; y < LABEL.bottom - 8; y++) {
      for (let x = 100; x < 140; x++) {
        for (let c = 0; c < 4; c++) expect(cutOut.data[at(x, y) * 4 + c]).toBe(before[at(x, y) * 4 + c]);
      }
    }
    expect(planes.through?.data[at(120, 170) * 3]).toBe(HOLD_UNIT);
  });

  it('count as covered by the product', () => {
    expect(cutOut.data[at(120, 90) * 4 + 3]).toBeLessThan(100);
    expect(planes.coverage?.data[at(120, 90)]).toBe(255);
    expect(planes.coverage?.data[at(20, 90)]).toBe(0);
  });
});

describe('opaque products', () => {
  it.each([
    ['a white mug on white', shaded((across) => 0.95 - 0.25 * across ** 2)],
    ['white paper on white', shaded(() => 0.93)],
    ['a gray box on white', shaded(() => 0.7)],
    ['porcelain with one dark side', shaded((across) => (across > 0.85 ? 0.6 : 0.97 - 0.1 * across))],
    ['a mint box without rims', shaded(() => 0.95, [0.62, 0.7, 0.66])],
    ['black glass', shaded((across) => (Math.abs(across) > 0.9 ? 0.2 : 0.06))],
  ])('keeps an opaque product opaque: %s', (_name, seenAt) => {
    const { photo, cutOut } = createPhoto(seenAt);
    const before = cutOut.data.slice();
    expect(measureAuxiliaryMaps(cutOut, photo).through).toBeUndefined();
    expect(Buffer.from(cutOut.data).equals(Buffer.from(before))).toBe(true);
  });
});

describe('clear parts after correction strokes', () => {
  const { photo, cutOut } = createPhoto(tumbler);
  const planes = measureAuxiliaryMaps(cutOut, photo);
  const before = gridForChanges(cutOut, planes);
  // Erases the upper quarter and restores a patch of glass below it from the photo.
  for (let y = TOP; y < 120; y++) {
    for (let x = LEFT; x < RIGHT; x++) {
      if (y < 90) cutOut.data[at(x, y) * 4 + 3] = 0;
      else if (y >= 100) cutOut.data[at(x, y) * 4 + 3] = 255;
    }
  }
  const after = planesAfter(cutOut, photo, planes, before);

  it('an area erased by a stroke is empty, and a restored area is opaque', () => {
    expect(after.coverage?.data[at(120, 70)]).toBe(0);
    expect(after.coverage?.data[at(120, 110)]).toBe(255);
    expect(after.through?.data[at(120, 110) * 3]).toBe(HOLD_UNIT);
  });

  it('areas without strokes stay as clear as before', () => {
    const i = at(110, 225) * 3;
    expect(after.through?.data.subarray(i, i + 3)).toEqual(planes.through?.data.subarray(i, i + 3));
    expect(after.coverage?.data[at(110, 225)]).toBe(255);
  });
});
