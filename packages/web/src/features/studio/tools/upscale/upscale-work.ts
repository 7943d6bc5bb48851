import { t } from '@packshot/contract/text/translation';
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { UPSCALE_DETAILED_MAX_PIXELS } from '@packshot/contract/tools/limits';
import { optionsOfSettings } from '@packshot/contract/tools/option-settings';
import { UPSCALE_OPTIONS } from '@packshot/contract/tools/upscale';
import { Maximize2 } from 'lucide';
import { getPictureSize } from '../../model/document.ts';
import type { StudioDocument } from '../../model/document.ts';
import { currentResult } from '../../model/results.ts';
import { fitsLimit } from './upscale-limit.ts';
import { READING_PHOTO } from '../../panel/words.ts';
import type { EngineUse, StudioContext, ToolWork } from '../../state/studio-context.ts';
import { editSettings } from '../../model/edits.ts';
import type { ToolSettings } from '../../model/edits.ts';

export const UPSCALE_ENGINE: EngineUse = { tool: 'upscale' };

export const UPSCALE: ToolWork = {
  name: 'upscale',
  icon: Maximize2,
  label: t('Upscale'),
  reasonNotReady: reasonNotEnlargeable,
  server: {
    request: async ({ document, resolveKey }, inputId) => ({
      tool: 'upscale',
      input: {
        imageKey: await resolveKey(inputId),
        ...optionsOfSettings(UPSCALE_OPTIONS, document.edits.settings),
      },
    }),
    makes: 'picture',
    resultTool: 'upscale',
    engine: UPSCALE_ENGINE,
    working: OWN_MESSAGES.enlarging,
    done: t('Picture upscaled.'),
    failures: {
      refused: MESSAGES.removeBackgroundFailed,
      gatewayBusy: MESSAGES.serversBusyUpscale,
      pictureMissing: MESSAGES.upscaleImageMissing,
    },
  },
};

/** Whether the picture on the stage was enlarged already and can't be enlarged again by the selected factor. */
export function isFullyEnlarged({ document }: { readonly document: StudioDocument | null }): boolean {
  const size = document && getPictureSize(document);
  if (!document || !size || currentResult(document)?.tool !== 'upscale') return false;
  return !fitsLimit(size, document.edits.settings.factor);
}

function reasonNotEnlargeable(document: StudioDocument): string | null {
  const size = getPictureSize(document);
  if (!size) return READING_PHOTO;
  const { factor, mode } = document.edits.settings;
  if (!fitsLimit(size, factor)) return OWN_MESSAGES.upscaleTooLarge;
  const isTooSlow = mode === 'detailed' && size.widthPx * size.heightPx > UPSCALE_DETAILED_MAX_PIXELS;
  return isTooSlow ? OWN_MESSAGES.upscaleTooSlow : null;
}

export type UpscaleSettings = ReturnType<typeof createUpscaleSettings>;

export const createUpscaleSettings = ({ change, dismissFailure }: StudioContext) => ({
  setUpscale: (part: Partial<Pick<ToolSettings, 'factor' | 'mode' | 'cleansUp'>>): void => {
    // Dismisses the last failure, because other settings may succeed.
    dismissFailure();
    change((document, nowMs) => editSettings(document, 'upscale', nowMs, part));
  },
});
