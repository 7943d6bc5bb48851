import fc from 'fast-check';
import { expect, test } from 'vitest';
import { haveSameName, oklabOfHex, oklabOfSrgb, srgbOfOklab } from './oklab.ts';
import type { Triple } from './oklab.ts';

test('converting to Oklab and back restores every color', () => {
  const sample = fc.nat(255);
  fc.assert(
    fc.property(sample, sample, sample, (r, g, b) => {
      const lab: Triple = [0, 0, 0];
      const rgb: Triple = [0, 0, 0];
      oklabOfSrgb(r, g, b, lab);
      srgbOfOklab(lab[0], lab[1], lab[2], rgb);
      expect(rgb.map((value) => Math.round(value))).toEqual([r, g, b]);
    }),
  );
});

test("conversion matches Ottosson's reference values", () => {
  const lab: Triple = [0, 0, 0];
  oklabOfSrgb(255, 255, 255, lab);
  expect(lab[0]).toBeCloseTo(1, 3);
  oklabOfSrgb(255, 0, 0, lab);
  expect(lab[0]).toBeCloseTo(0.628, 3);
  expect(lab[1]).toBeCloseTo(0.2249, 3);
  expect(lab[2]).toBeCloseTo(0.1258, 3);
});

test('an out-of-gamut color keeps lightness and hue', () => {
  const rgb: Triple = [0, 0, 0];
  const lab: Triple = [0, 0, 0];
  srgbOfOklab(0.7, 0.3, 0.3, rgb);
  oklabOfSrgb(Math.round(rgb[0]), Math.round(rgb[1]), Math.round(rgb[2]), lab);
  expect(lab[0]).toBeCloseTo(0.7, 1);
  expect(Math.atan2(lab[2], lab[1])).toBeCloseTo(Math.PI / 4, 1);
});

test.each([
  ['#ffc0d4', '#f4b3c2', true],
  // A pale pink and a light gray.
  ['#ffc0d4', '#dcdad8', false],
  // A pale pink and a gray with a trace of pink.
  ['#ffc0d4', '#e2d6da', false],
  ['#ffffff', '#ece8e2', true],
  ['#2b2b2b', '#111111', true],
  // A pale green and a pale blue.
  ['#cfe8cf', '#cfdcf0', false],
])('the colors %s and %s have the same name: %s', (one, other, isSame) => {
  expect(haveSameName(oklabOfHex(one), oklabOfHex(other))).toBe(isSame);
});
