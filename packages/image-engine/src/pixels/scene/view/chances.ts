import { clamp } from './numbers.ts';

/** Camera elevations whose probabilities are predicted, and the step between them. */
const STEP_DEG = 10;
export const ELEVATIONS_DEG: readonly number[] = Array.from(
  { length: 90 / STEP_DEG + 1 },
  (_, k) => k * STEP_DEG,
);
/** Standard deviation by which a known elevation is spread to its neighbors. */
const SPREAD_DEG = 8;
/** Exponent that favors likely elevations over merely possible ones. */
const SHARPNESS = 1.5;
/** Difference within which an elevation counts as near another. */
const NEAR_DEG = 15;

/** Probabilities of ELEVATIONS_DEG for a photo with a known elevation; their sum is 1. */
export function computeChances(elevationDeg: number): number[] {
  const chances = ELEVATIONS_DEG.map((other) => Math.exp(-(((other - elevationDeg) / SPREAD_DEG) ** 2) / 2));
  const sum = chances.reduce((all, chance) => all + chance, 0);
  return chances.map((chance) => chance / sum);
}

/**
 * Median of the predicted elevation. A mean could lie between two likely elevations, where none of the training photos
 * was taken.
 * @param recalled probabilities of ELEVATIONS_DEG; some may be slightly negative
 * @returns the median, and the probability that it is near the true elevation
 */
export function estimateElevation(recalled: readonly number[]): { elevationDeg: number; near: number } {
  const chances = recalled.map((chance) => Math.max(0, chance) ** SHARPNESS);
  const sum = chances.reduce((all, chance) => all + chance, 0);
  /** Probability that the elevation is lower than `deg`. */
  const below = (deg: number): number =>
    chances.reduce(
      (all, chance, k) => all + chance * clamp((deg - ELEVATIONS_DEG[k]) / STEP_DEG + 0.5, 0, 1),
      0,
    ) / sum;
  const elevationDeg = computeMedian(chances, sum);
  return { elevationDeg, near: below(elevationDeg + NEAR_DEG) - below(elevationDeg - NEAR_DEG) };
}

function computeMedian(chances: readonly number[], sum: number): number {
  let before = 0;
  for (const [k, chance] of chances.entries()) {
    if (before + chance >= sum / 2 && chance > 0) {
      return clamp(ELEVATIONS_DEG[k] + ((sum / 2 - before) / chance - 0.5) * STEP_DEG, 0, 90);
    }
    before += chance;
  }
  // Reached only if no elevation has a positive probability.
  return 45;
}
