import { linearOfOklab } from '../oklab.ts';
import type { Triple } from '../oklab.ts';

/**
 * A set is repainted by a ratio for each channel; gloss and what neighbors threw are multiplied with it. Where one channel would rise so much
 * more than another, gloss turns into glaring color: a dark green curtain makes no gray one.
 */
export const MOST_STRAIN = 3.2;
/** Who names a color gets it up to this: a burgundy curtain makes no champagne one, whose shadows would stay red. */
export const MOST_STRAIN_WISHED = 7;

/** How many times more the channel that rises most rises than the one that rises least, from one paint to another; 1 for the same hue. */
export function strainOf(from: Triple, to: Triple): number {
  const [before, after]: [Triple, Triple] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  linearOfOklab(...from, before);
  linearOfOklab(...to, after);
  const ratios = after.map((v, c) => Math.max(0.004, v) / Math.max(0.01, before[c]));
  return Math.max(...ratios) / Math.min(...ratios);
}
