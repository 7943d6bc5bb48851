import { OWN_MESSAGES } from '@packshot/contract';
import type { RefineEdges, RefineInput } from '@packshot/contract';
import { FREE } from '../../credits/rules.ts';
import { checkMaskShape } from '../work/checks.ts';
import { defineCompletedTool } from '../work/define-tool.ts';
import { keepPicture } from '../work/pictures.ts';

interface StoredRefineInput extends Omit<RefineInput, 'edges'> {
  /** Settings for the edges; undefined to leave the picture's edges as they are. */
  readonly edges?: RefineEdges;
}

export const refine = defineCompletedTool({
  name: 'refine',
  type: 'bg_removal',
  cost: FREE,
  needsNoCredit: true,
  // Only a choice that isn't the default is stored, so that the hash of older requests stays the same.
  async complete({ edges, ...request }) {
    return (): StoredRefineInput => ({ ...request, ...(edges === 'hand' && { edges }) });
  },
  imageKeys: ({ imageKey, matteKey, strokesKey }) => [imageKey, matteKey, strokesKey],
  checkHeaders([photo, matte, strokes]) {
    if (photo === undefined) return;
    for (const picture of [matte, strokes]) if (picture !== undefined) checkMaskShape(picture, photo);
  },
  recordFacts: ({ strokesKey }) => ({ maskKey: strokesKey }),
  step: () => ({ effect: 'alter' }),
  // Keys of the sources: the cut-out first, which is corrected with the help of the photo.
  madeFrom: ({ imageKey, matteKey }) => [matteKey, imageKey],
  stage: OWN_MESSAGES.refining,
  async compute({
    engine,
    input: { imageKey, matteKey, strokesKey, edges, find },
    readPhoto,
    readDrawing,
    options,
  }) {
    // Photo and cut-out are both moderated, because an uploaded cut-out may contain colors that aren't in the photo.
    const [photo, cutOut] = [await readPhoto(imageKey), await readPhoto(matteKey)];
    return engine.run(
      'refine',
      { photo, cutOut, strokes: await readDrawing(strokesKey), edges, find },
      options,
    );
  },
  keep: keepPicture,
});
