import { linearOfOklab } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';

/**
 * Colors that nobody asked for stay near those that a set was composed in: where one channel rises this much
 * more than another, a set looks like a different one.
 */
export const MAX_STRAIN = 3.2;
/**
 * The ratio between the largest and the smallest gain of a channel, from one paint to another; 1 for the same
 * hue.
 */
export function tintStrain(from: Triple, to: Triple): number {
  const [before, after]: [Triple, Triple] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  linearOfOklab(...from, before);
  linearOfOklab(...to, after);
  const ratios = after.map((v, c) => Math.max(0.004, v) / Math.max(0.01, before[c]));
  return Math.max(...ratios) / Math.min(...ratios);
}
