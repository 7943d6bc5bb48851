import type { EngineTool } from '../tool.ts';
import type { HarmonizeJobInput, HarmonizeResult } from './run.ts';

/** Tool that matches the light of a product in a photo to the light of the photo. */
export const harmonize: EngineTool<HarmonizeJobInput, HarmonizeResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 2_000, baseMiB: 200, mibPerMegapixel: 20 },
  files: ({ composite, productAlpha }) => [composite, productAlpha],
  check({ strength = 0 }) {
    if (!(strength >= 0 && strength <= 1)) throw new RangeError('The strength goes from 0 to 1');
  },
  load: () => import('./run.ts'),
};
