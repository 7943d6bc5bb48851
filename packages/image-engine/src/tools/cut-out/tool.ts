import type { EngineTool } from '../tool.ts';
import type { CutOutJobInput, CutOutResult } from './run.ts';

/** Tool that cuts the object out of a photo. */
export const cutOut: EngineTool<CutOutJobInput, CutOutResult> = {
  allowance: {
    baseMs: 60_000,
    msPerMegapixel: 1_000,
    baseMiB: 370,
    mibPerMegapixel: 5,
    startMiB: 30,
    segments: true,
  },
  model: 'isnet',
  files: ({ photo }) => [photo],
  load: () => import('./run.ts'),
};
