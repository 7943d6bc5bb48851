import { SCENE_LARGER_SIDE_PX } from '@packshot/contract';
import type { EngineTool } from '../tool.ts';
import type { FinishResponseInput, FinishResponseResult } from './run.ts';

/** Tool that finishes the result of an external engine; see src/providers. */
export const finishResponse: EngineTool<FinishResponseInput, FinishResponseResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 3_000, baseMiB: 300, mibPerMegapixel: 25 },
  files(input) {
    if (input.kind === 'scene') return input.product === null ? [] : [input.product];
    return input.kind === 'edit' ? [input.photo, input.mask] : [input.photo];
  },
  pixels(input, ofFiles) {
    if (input.kind === 'scene') return Math.max((input.largerSidePx ?? SCENE_LARGER_SIDE_PX) ** 2, ofFiles);
    return Math.max(
      SCENE_LARGER_SIDE_PX ** 2,
      input.kind === 'upscale' ? ofFiles * input.factor ** 2 : ofFiles,
    );
  },
  load: () => import('./run.ts'),
};
