import type { Tool } from '../tool.ts';
import type { RecipeInput, RecipeResult } from './run.ts';

/** Does a recipe with a photo: every output of it, from one decoding. The same input gives the same bytes. */
export const recipe: Tool<RecipeInput, RecipeResult> = {
  // A scene and a cut-out in one, and several files one after another.
  allowance: { baseMs: 120_000, msPerMegapixel: 2_000, baseMiB: 640, mibPerMegapixel: 14, segments: true },
  model: 'isnet',
  files: ({ photo }) => [photo],
  pixels: ({ recipe: { outputs } }, ofFiles) =>
    Math.max(ofFiles, ...outputs.map(({ width, height }) => width * height)),
  load: () => import('./run.ts'),
};
