import { clamp } from './numbers.ts';

/** The elevations that chances are recalled of, and how far they are apart. */
const STEP_DEG = 10;
export const ELEVATIONS_DEG: readonly number[] = Array.from(
  { length: 90 / STEP_DEG + 1 },
  (_, k) => k * STEP_DEG,
);
/** A photo whose elevation is known speaks for those near it as well. */
const SPREAD_DEG = 8;
/** What is likely counts more than what is only not ruled out. */
const SHARPNESS = 1.5;
/** What counts as near. */
const NEAR_DEG = 15;

/** The chances of ELEVATIONS_DEG for a photo whose elevation is known; they add up to 1. */
export function chancesOf(elevationDeg: number): number[] {
  const chances = ELEVATIONS_DEG.map((other) => Math.exp(-(((other - elevationDeg) / SPREAD_DEG) ** 2) / 2));
  const sum = chances.reduce((all, chance) => all + chance, 0);
  return chances.map((chance) => chance / sum);
}

/**
 * The elevation that is as likely too low as too high. A mean would lie between two elevations that a product may have been seen from, where none of the
 * remembered photos was taken.
 * @param recalled of ELEVATIONS_DEG; some may be a little below 0
 * @returns also the chance that it is near
 */
export function elevationOf(recalled: readonly number[]): { elevationDeg: number; near: number } {
  const chances = recalled.map((chance) => Math.max(0, chance) ** SHARPNESS);
  const sum = chances.reduce((all, chance) => all + chance, 0);
  /** The chance of what is lower. */
  const below = (deg: number): number =>
    chances.reduce(
      (all, chance, k) => all + chance * clamp((deg - ELEVATIONS_DEG[k]) / STEP_DEG + 0.5, 0, 1),
      0,
    ) / sum;
  const elevationDeg = medianOf(chances, sum);
  return { elevationDeg, near: below(elevationDeg + NEAR_DEG) - below(elevationDeg - NEAR_DEG) };
}

function medianOf(chances: readonly number[], sum: number): number {
  let before = 0;
  for (const [k, chance] of chances.entries()) {
    if (before + chance >= sum / 2 && chance > 0) {
      return clamp(ELEVATIONS_DEG[k] + ((sum / 2 - before) / chance - 0.5) * STEP_DEG, 0, 90);
    }
    before += chance;
  }
  // What was recalled adds up to 1, so that this is never reached.
  return 45;
}
