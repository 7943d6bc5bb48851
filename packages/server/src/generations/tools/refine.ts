import { OWN_MESSAGES } from '@packshot/contract';
import type { RefineEdges } from '@packshot/contract';
import { FREE } from '../../domain/credits/rules.ts';
import { checkMaskShape } from '../checks.ts';
import { defineTool } from '../define-tool.ts';
import { keepPicture } from '../pictures.ts';

interface RefineInput {
  /** The photo that was cut out. */
  readonly imageKey: string;
  /** The cut-out so far, or its matte. */
  readonly matteKey: string;
  readonly strokesKey: string;
  /** Absent: the picture's own edges. */
  readonly edges?: RefineEdges;
}

export const refine = defineTool({
  name: 'refine',
  type: 'bg_removal',
  cost: FREE,
  needsNoCredit: true,
  toInput: ({ image_s3, matte_s3, mask_s3, edges }): RefineInput => ({
    imageKey: image_s3,
    matteKey: matte_s3,
    strokesKey: mask_s3,
    // Only the choice that is not the default is stored, so that older requests keep the same fingerprint.
    ...(edges === 'hand' && { edges }),
  }),
  imageKeys: ({ imageKey, matteKey, strokesKey }) => [imageKey, matteKey, strokesKey],
  checkHeaders([photo, matte, strokes]) {
    if (photo === undefined) return;
    for (const picture of [matte, strokes]) if (picture !== undefined) checkMaskShape(picture, photo);
  },
  recordFacts: ({ strokesKey }) => ({ maskKey: strokesKey }),
  stage: OWN_MESSAGES.refining,
  async compute({
    engine,
    input: { imageKey, matteKey, strokesKey, edges },
    readPhoto,
    readDrawing,
    options,
  }) {
    // An uploaded cut-out shows colors of its own, so that it is moderated too.
    const [photo, cutOut] = [await readPhoto(imageKey), await readPhoto(matteKey)];
    return engine.run('refine', { photo, cutOut, strokes: await readDrawing(strokesKey), edges }, options);
  },
  keep: keepPicture,
});
