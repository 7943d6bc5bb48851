import { linearOfOklab } from '../oklab.ts';
import type { Triple } from '../oklab.ts';

/**
 * Repainting a set multiplies each channel, including gloss and light reflected from neighbors. Where one
 * channel rises this much more than another, gloss turns into a glaring color: a dark green curtain cannot
 * become gray.
 */
export const MAX_STRAIN = 3.2;
/**
 * The limit for a color that was named: a burgundy curtain cannot become champagne, because its shadows would
 * stay red.
 */
export const MAX_STRAIN_REQUESTED = 7;

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
