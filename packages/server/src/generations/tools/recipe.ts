import { OWN_MESSAGES, RECIPE_PREVIEW_LONGEST_SIDE_PX } from '@packshot/contract';
import type { Recipe, RecipeOutput } from '@packshot/contract';
import { FREE, REQUEST_COST } from '../../domain/credits/rules.ts';
import { defineTool } from '../define-tool.ts';
import { storeOutputs } from '../outputs.ts';
import { checkReference, knownLook } from '../checks.ts';

/** Of a preview: good enough to judge it by. */
const PREVIEW_QUALITY = 80;

/** Every output of a recipe; for a preview the first of them, small. */
export const recipe = defineTool({
  name: 'recipe',
  type: null,
  cost: ({ isPreview }) => (isPreview === true ? FREE : REQUEST_COST),
  imageKeys: ({ imageKey }) => [imageKey],
  async checkRequest({ recipe: { steps } }, references) {
    if (steps.ground.kind !== 'set') return;
    await checkReference(steps.ground.reference_id, references);
    if (steps.ground.look !== null) await knownLook(steps.ground.look, references);
  },
  step: null,
  stage: OWN_MESSAGES.composingScene,
  compute: async ({ engine, input, readPhoto, provenance, options }) =>
    engine.run(
      'recipe',
      {
        photo: await readPhoto(input.imageKey),
        recipe: input.isPreview === true ? previewOf(input.recipe) : input.recipe,
        provenance: await provenance(),
      },
      options,
    ),
  keep: storeOutputs,
});

function previewOf({ steps, outputs }: Recipe): Recipe {
  const [first] = outputs;
  return { steps, outputs: first === undefined ? [] : [smaller(first)] };
}

function smaller(output: RecipeOutput): RecipeOutput {
  const { width, height } = output;
  const scale = Math.min(1, RECIPE_PREVIEW_LONGEST_SIDE_PX / Math.max(width, height));
  const side = (px: number): number => Math.max(1, Math.round(px * scale));
  const quality = Math.min(output.quality, PREVIEW_QUALITY);
  return { ...output, width: side(width), height: side(height), quality };
}
