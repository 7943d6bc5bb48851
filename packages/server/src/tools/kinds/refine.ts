import { OWN_MESSAGES } from '@packshot/contract';
import type { RefineEdges, RefineInput } from '@packshot/contract';
import { FREE } from '../../credits/rules.ts';
import { checkMaskShape } from '../work/checks.ts';
import { defineCompletedTool } from '../work/define-tool.ts';
import { keepPicture } from '../work/pictures.ts';

interface StoredRefineInput extends Omit<RefineInput, 'edges'> {
  /** Omitted for the picture's own edges. */
  readonly edges?: RefineEdges;
}

export const refine = defineCompletedTool({
  name: 'refine',
  type: 'bg_removal',
  cost: FREE,
  needsNoCredit: true,
  // Only a non-default choice is stored, so that older requests keep the same fingerprint.
  async complete({ edges, ...asked }) {
    return (): StoredRefineInput => ({ ...asked, ...(edges === 'hand' && { edges }) });
  },
  imageKeys: ({ imageKey, matteKey, strokesKey }) => [imageKey, matteKey, strokesKey],
  checkHeaders([photo, matte, strokes]) {
    if (photo === undefined) return;
    for (const picture of [matte, strokes]) if (picture !== undefined) checkMaskShape(picture, photo);
  },
  recordFacts: ({ strokesKey }) => ({ maskKey: strokesKey }),
  step: () => ({ effect: 'alter' }),
  // The cut-out is corrected with the help of the photo.
  madeFrom: ({ imageKey, matteKey }) => [matteKey, imageKey],
  stage: OWN_MESSAGES.refining,
  async compute({
    engine,
    input: { imageKey, matteKey, strokesKey, edges, find },
    readPhoto,
    readDrawing,
    options,
  }) {
    // An uploaded cut-out may contain its own colors, so it is moderated too.
    const [photo, cutOut] = [await readPhoto(imageKey), await readPhoto(matteKey)];
    return engine.run(
      'refine',
      { photo, cutOut, strokes: await readDrawing(strokesKey), edges, find },
      options,
    );
  },
  keep: keepPicture,
});
