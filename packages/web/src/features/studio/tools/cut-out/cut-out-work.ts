/** Removes the background, and applies manual corrections. */
import { t } from '@packshot/contract/text/translation';
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { Check, Scissors } from 'lucide';
import { isSearch } from '../../model/corrections.ts';
import { getPictureSize } from '../../model/document.ts';
import { findSource } from '../../model/results.ts';
import { emptyMask } from '../../state/failure.ts';
import { RunRefusedError } from '../../state/run.ts';
import type { EngineUse, ToolWork } from '../../state/studio-context.ts';
import { productIn } from '../../composite/composing.ts';

export const CUT_OUT_ENGINE: EngineUse = { tool: 'cut-out' };

export const CUT_OUT: ToolWork = {
  name: 'cut-out',
  icon: Scissors,
  label: t('Remove background'),
  reasonNotReady: (document) =>
    productIn(document)?.id === document.edits.currentId ? t('This is already a cut-out.') : null,
  server: {
    request: async ({ resolveKey }, inputId) => ({
      tool: 'cut-out',
      input: { imageKey: await resolveKey(inputId) },
    }),
    makes: 'picture',
    resultTool: 'cut-out',
    engine: CUT_OUT_ENGINE,
    working: MESSAGES.removingBackground,
    done: t('The background is removed.'),
    failures: { refused: MESSAGES.removeBackgroundFailed },
  },
};

export const REFINE: ToolWork = {
  name: 'refine',
  icon: Check,
  label: t('Apply corrections'),
  price: 'free',
  server: {
    request: async ({ services, document, resolveKey, keyOfMask }, inputId) => {
      const strokes = document.corrections[inputId]?.strokes ?? [];
      const size = getPictureSize(document, inputId);
      const png = size && (await services.exportCorrection(strokes, size));
      if (!png) throw new RunRefusedError(emptyMask);
      const search = strokes.find(isSearch);
      return {
        tool: 'refine',
        input: {
          imageKey: await resolveKey(findSource(document, inputId)),
          matteKey: await resolveKey(inputId),
          strokesKey: await keyOfMask(png, JSON.stringify([document.id, inputId, strokes])),
          edges: document.edits.settings.edges,
          ...(search && { find: search.find }),
        },
      };
    },
    makes: 'picture',
    resultTool: 'cut-out',
    working: OWN_MESSAGES.refining,
    done: t('Cut-out corrected.'),
  },
};
