import { SCENE_LARGER_SIDE_PX } from '@packshot/contract';
import type { EngineTool } from '../tool.ts';
import type { PrepareRequestInput, PrepareRequestResult } from './run.ts';

/** Tool that prepares the request to an external engine; see src/providers. */
export const prepareRequest: EngineTool<PrepareRequestInput, PrepareRequestResult> = {
  allowance: { baseMs: 60_000, msPerMegapixel: 10_000, baseMiB: 370, mibPerMegapixel: 20, segments: true },
  files(input) {
    if (input.kind === 'scene') return input.product === null ? [] : [input.product];
    return input.kind === 'edit' ? [input.photo, input.mask] : [input.photo];
  },
  pixels: (input, ofFiles) =>
    Math.max(
      ((input.kind === 'scene' ? input.largerSidePx : undefined) ?? SCENE_LARGER_SIDE_PX) ** 2,
      ofFiles,
    ),
  load: () => import('./run.ts'),
};
