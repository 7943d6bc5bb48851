import type { EngineTool } from '../tool.ts';
import type { RefineJobInput, RefineResult } from './run.ts';

/**
 * Tool that restores and erases parts of a cut-out along strokes, and objects found in marked areas. Other visible
 * pixels don't change.
 */
export const refine: EngineTool<RefineJobInput, RefineResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 2_000, baseMiB: 150, mibPerMegapixel: 18, segments: true },
  model: 'isnet',
  needsModel: ({ find }) => find !== undefined,
  files: ({ photo, cutOut, strokes }) => [photo, cutOut, strokes],
  load: () => import('./run.ts'),
};
