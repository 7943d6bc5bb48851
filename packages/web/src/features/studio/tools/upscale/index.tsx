/** Upscale tool: enlarges the picture two or four times. */
import { t } from '@packshot/contract/text/translation';
import { lazyPart } from '../../../../lib/page/lazy-page.ts';
import type { StudioTool } from '../../state/studio-context.ts';
import { TOOL_FACES } from '../../state/tool-faces.ts';
import { isProviders } from '../../model/results.ts';
import { isFullyEnlarged, UPSCALE } from './upscale-work.ts';

export const UPSCALE_TOOL: StudioTool = {
  name: 'upscale',
  ...TOOL_FACES.upscale,

  works: [UPSCALE],
  isDone: isFullyEnlarged,

  describeResult: () => t('Transparent parts stay transparent.'),
  getSourceType: ({ engine }) =>
    isProviders(engine) ? 'compositeWithTrainedAlgorithmicMedia' : 'algorithmicallyEnhanced',

  Panel: lazyPart(async () => (await import('../parts.ts')).UpscalePanel),
  PhonePanel: lazyPart(async () => (await import('../parts.ts')).CompactUpscaleOptions),
};
