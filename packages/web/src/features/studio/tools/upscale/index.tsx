/** Upscale: the picture two or four times larger. */
import { Maximize2 } from 'lucide-react';
import type { StudioTool } from '../../state/studio-context.ts';
import { CompactUpscaleOptions, UpscalePanel } from './upscale-options.tsx';
import { isProviders } from '../../model/results.ts';
import { isFullyEnlarged, UPSCALE } from './upscale-work.ts';

export const UPSCALE_TOOL: StudioTool = {
  name: 'upscale',
  icon: Maximize2,
  key: 'u',
  promise: 'Upscale it two or four times.',

  works: [UPSCALE],
  isDone: isFullyEnlarged,

  factOf: () => 'Transparent parts stay transparent.',
  sourceTypeOf: ({ engine }) =>
    isProviders(engine) ? 'compositeWithTrainedAlgorithmicMedia' : 'algorithmicallyEnhanced',

  Panel: UpscalePanel,
  PhonePanel: CompactUpscaleOptions,
};
