import type { EngineTool } from '../tool.ts';
import type { RecipeInput, RecipeResult } from './run.ts';

/** Tool that runs a recipe on a photo: all outputs from one decoding. Equal input gives equal bytes. */
export const recipe: EngineTool<RecipeInput, RecipeResult> = {
  // Limits for time and memory of a scene and a cut-out together, and of several files one after another.
  allowance: { baseMs: 120_000, msPerMegapixel: 2_000, baseMiB: 640, mibPerMegapixel: 14, segments: true },
  model: 'isnet',
  files: ({ photo }) => [photo],
  pixels: ({ recipe: { outputs } }, ofFiles) =>
    Math.max(ofFiles, ...outputs.map(({ width, height }) => width * height)),
  load: () => import('./run.ts'),
};
