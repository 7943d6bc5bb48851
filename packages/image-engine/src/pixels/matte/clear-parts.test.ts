import { describe, expect, it } from 'vitest';
import {
  BOTTOM,
  createPhoto,
  GLASS,
  LABEL,
  LEFT,
  light,
  RIGHT,
  TOP,
  tumbler,
  W,
} from '../../testing/glass-photo.ts';
import type { LinearColor } from '../../testing/glass-photo.ts';
import { HOLD_UNIT, layOnBackground } from './auxiliary-maps.ts';
import { gridForChanges, mapsAfterEdit, measureAuxiliaryMaps } from '../light/measure-maps.ts';

const shadePhoto =
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
  const maps = measureAuxiliaryMaps(cutOut, photo);

  it('show a new background, tinted by their own color', () => {
    const composite = layOnBackground(
      cutOut,
      maps.through === undefined ? {} : { through: maps.through },
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
    const through = maps.through ?? photo;
    const composite = layOnBackground(cutOut, { through }, (i) => light(Math.floor(i / W)));
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
    expect(maps.through?.data[at(120, 170) * 3]).toBe(HOLD_UNIT);
  });

  it('count as covered by the product', () => {
    expect(cutOut.data[at(120, 90) * 4 + 3]).toBeLessThan(100);
    expect(maps.coverage?.data[at(120, 90)]).toBe(255);
    expect(maps.coverage?.data[at(20, 90)]).toBe(0);
  });
});

describe('opaque products', () => {
  it.each([
    ['a white mug on white', shadePhoto((across) => 0.95 - 0.25 * across ** 2)],
    ['white paper on white', shadePhoto(() => 0.93)],
    ['a gray box on white', shadePhoto(() => 0.7)],
    ['porcelain with one dark side', shadePhoto((across) => (across > 0.85 ? 0.6 : 0.97 - 0.1 * across))],
    ['a mint box without rims', shadePhoto(() => 0.95, [0.62, 0.7, 0.66])],
    ['black glass', shadePhoto((across) => (Math.abs(across) > 0.9 ? 0.2 : 0.06))],
  ])('keeps an opaque product opaque: %s', (_name, seenAt) => {
    const { photo, cutOut } = createPhoto(seenAt);
    const before = cutOut.data.slice();
    expect(measureAuxiliaryMaps(cutOut, photo).through).toBeUndefined();
    expect(Buffer.from(cutOut.data).equals(Buffer.from(before))).toBe(true);
  });
});

describe('clear parts after correction strokes', () => {
  const { photo, cutOut } = createPhoto(tumbler);
  const maps = measureAuxiliaryMaps(cutOut, photo);
  const before = gridForChanges(cutOut, maps);
  // Erases the upper quarter and restores a patch of glass below it from the photo.
  for (let y = TOP; y < 120; y++) {
    for (let x = LEFT; x < RIGHT; x++) {
      if (y < 90) cutOut.data[at(x, y) * 4 + 3] = 0;
      else if (y >= 100) cutOut.data[at(x, y) * 4 + 3] = 255;
    }
  }
  const after = mapsAfterEdit(cutOut, photo, maps, before);

  it('an area erased by a stroke is empty, and a restored area is opaque', () => {
    expect(after.coverage?.data[at(120, 70)]).toBe(0);
    expect(after.coverage?.data[at(120, 110)]).toBe(255);
    expect(after.through?.data[at(120, 110) * 3]).toBe(HOLD_UNIT);
  });

  it('areas without strokes stay as clear as before', () => {
    const i = at(110, 225) * 3;
    expect(after.through?.data.subarray(i, i + 3)).toEqual(maps.through?.data.subarray(i, i + 3));
    expect(after.coverage?.data[at(110, 225)]).toBe(255);
  });
});
