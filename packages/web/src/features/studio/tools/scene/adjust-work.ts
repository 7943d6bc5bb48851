/** Makes a made scene again with the user's changes, free of charge. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { t } from '@packshot/contract/text/translation';
import { Check } from 'lucide';
import { nameByNumber } from '../../model/product-names.ts';
import { besideProducts } from './scene-work.ts';
import { adjustableScene, adjustedLock } from '../../model/adjustment.ts';
import { loadWords, viewInMade } from '../../composite/product-view.ts';
import { findResult } from '../../model/results.ts';
import { RunRefusedError } from '../../state/run.ts';
import { resultMissing } from '../../state/failure.ts';
import type { ToolWork } from '../../state/studio-context.ts';

export const ADJUST: ToolWork = {
  name: 'adjust',
  icon: Check,
  label: t('Update the picture'),
  price: 'free',
  server: {
    request: async ({ document, resolveKey }) => {
      const scene = adjustableScene(document);
      if (!scene) throw new RunRefusedError(resultMissing());
      const { result, product, look, original, now, others, size } = scene;
      await loadWords();
      const request = document.requests.find(({ id }) => id === result.scene?.runId);
      const view = now.pose === undefined ? null : viewInMade(document, scene);
      return {
        tool: 'scene',
        input: {
          ...size,
          imageKey: await resolveKey(product.id),
          sceneKey: await resolveKey(result.id),
          prompt: request?.scene.prompt.trim() ?? '',
          light: 'auto',
          palette: [],
          count: 2,
          look: adjustedLock(look, now),
          placement: now.placement,
          beside: await besideProducts(others, resolveKey),
          ...(now.matchPercent !== original.matchPercent && { matchPercent: now.matchPercent }),
          ...(view && { view }),
        },
      };
    },
    failures: {
      gone: t(
        'This scene is no longer stored, so it can’t be updated. Discard the changes, then generate a new scene.',
      ),
    },
    nameProduct: (document, number) =>
      nameByNumber(document, adjustableScene(document)?.others ?? [], number),
    makes: 'picture',
    resultTool: 'scene',
    findRun: (document, inputId) => findResult(document, inputId)?.scene?.runId ?? null,
    working: OWN_MESSAGES.composingScene,
    done: t('The picture is updated.'),
  },
};
