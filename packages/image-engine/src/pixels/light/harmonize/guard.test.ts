import { HARMONIZE_DEFAULT_STRENGTH } from '@packshot/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Triple } from '../../color/oklab.ts';
import { HARMONIZE_LIMITS, limitChange, whiteness } from './guard.ts';

const axis = fc.double({ min: -0.3, max: 0.3, noNaN: true });
const colors = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), axis, axis);
const changes = fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), axis, axis);
const limitTriple = (change: Triple, was: Triple): Triple => {
  const result: Triple = [...change];
  limitChange(result, was);
  return result.map((value) => value * HARMONIZE_DEFAULT_STRENGTH) as Triple;
};

test('the limits of harmonizing hold at the default strength for any change and color', () => {
  fc.assert(
    fc.property(changes, colors, (change, was) => {
      const [lightness, a, b] = limitTriple(change, was);
      expect(Math.abs(lightness)).toBeLessThanOrEqual(HARMONIZE_LIMITS.lightness);
      expect(Math.hypot(a, b)).toBeLessThanOrEqual(HARMONIZE_LIMITS.color + 1e-12);
      if (whiteness(was[0], Math.hypot(was[1], was[2])) < 1) return;
      expect(-lightness).toBeLessThanOrEqual(HARMONIZE_LIMITS.whiteLoss);
      expect(Math.hypot(a, b)).toBeLessThanOrEqual(HARMONIZE_LIMITS.whiteColor + 1e-12);
    }),
    { numRuns: 2000 },
  );
});

test('harmonizing keeps white white', () => {
  expect(whiteness(0.95, 0.02)).toBe(1);
  expect(limitTriple([-0.4, 0.1, 0.1], [0.95, 0, 0.01])[0]).toBeGreaterThan(-HARMONIZE_LIMITS.whiteLoss);
});

test('harmonizing clips no highlight', () => {
  fc.assert(
    fc.property(changes, colors, (change, was) => {
      expect(was[0] + limitTriple(change, was)[0]).toBeLessThanOrEqual(1.001);
    }),
  );
});

test('limiting a color change keeps its direction, and leaves small changes nearly as they are', () => {
  const small = limitTriple([0.01, -0.004, 0.006], [0.5, 0.1, 0]);
  expect(small[0] / HARMONIZE_DEFAULT_STRENGTH).toBeCloseTo(0.01, 3);
  const large = limitTriple([0, -0.2, 0.1], [0.5, 0.1, 0]);
  expect(large[1] / large[2]).toBeCloseTo(-2, 6);
});
