import { describe, expect, test } from 'vitest';
import { computeChances, ELEVATIONS_DEG, estimateElevation } from './chances.ts';

/** Predicted probabilities with the given values at single elevations and 0 at all others. */
const recallChances = (chances: Readonly<Record<number, number>>): number[] =>
  ELEVATIONS_DEG.map((deg) => chances[deg] ?? 0);

describe('the estimate of a photo’s camera elevation', () => {
  test('is close to the elevation of a single similar photo, and certain', () => {
    for (const deg of [0, 7, 24, 45, 66, 83, 90]) {
      const { elevationDeg, near } = estimateElevation(computeChances(deg));
      expect(Math.abs(elevationDeg - deg)).toBeLessThan(4);
      expect(near).toBeGreaterThan(0.9);
    }
  });

  test('lies in the likelier of two ranges, not between them', () => {
    const { elevationDeg, near } = estimateElevation(recallChances({ 0: 0.3, 10: 0.3, 80: 0.2, 90: 0.2 }));
    expect(elevationDeg).toBeLessThan(15);
    expect(near).toBeCloseTo(0.65, 1);
  });

  test('follows a few likely elevations rather than many unlikely ones', () => {
    const low = { 0: 0.3, 10: 0.15 };
    const rest = { 30: 0.08, 40: 0.08, 50: 0.08, 60: 0.08, 70: 0.08, 80: 0.08, 90: 0.07 };
    expect(estimateElevation(recallChances({ ...low, ...rest })).elevationDeg).toBeLessThan(15);
  });

  test('ignores negative weights of similar photos', () => {
    const without = estimateElevation(recallChances({ 20: 0.5, 30: 0.5 }));
    expect(estimateElevation(recallChances({ 20: 0.6, 30: 0.6, 70: -0.1, 80: -0.1 }))).toEqual(without);
  });
});
