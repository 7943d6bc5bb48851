import { OWN_MESSAGES, RECIPE_PREVIEW_LONGEST_SIDE_PX } from '@packshot/contract';
import type { Recipe, RecipeOutput } from '@packshot/contract';
import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import type { ImageEngine, ToolResult } from '@packshot/image-engine';
import { findChannel } from '@packshot/contract/channels/verdicts';
import { FREE, REQUEST_COST } from '../../credits/rules.ts';
import { defineTool } from '../work/define-tool.ts';
import { storeOutputs } from '../work/outputs.ts';
import { checkReference, findKnownLock } from '../work/checks.ts';

/** Encoding quality of a preview, 0 to 100; sufficient to judge the picture. */
const PREVIEW_QUALITY = 80;

/** Tool that creates every output of a recipe from a photo, or only the first output in a small size for a preview. */
export const recipe = defineTool({
  name: 'recipe',
  type: null,
  cost: ({ isPreview, isPaid }) => (isPreview === true || isPaid === true ? FREE : REQUEST_COST),
  imageKeys: ({ imageKey }) => [imageKey],
  // A paid row's new scene also needs no credit.
  needsNoCredit: ({ isPaid }) => isPaid === true,
  async checkRequest({ recipe: { steps }, scene }, references) {
    if (scene) {
      await findKnownLock(scene.look, references);
      return;
    }
    if (steps.ground.kind !== 'set') return;
    await checkReference(steps.ground.reference_id, references);
    if (steps.ground.look !== null) await findKnownLock(steps.ground.look, references);
  },
  step: null,
  stage: OWN_MESSAGES.composingScene,
  isBackground: ({ isPreview }) => isPreview !== true,
  async compute({ engine, input, readPhoto, provenance, options }) {
    const isPreview = input.isPreview === true;
    const recipeResult = await engine.run(
      'recipe',
      {
        photo: await readPhoto(input.imageKey),
        recipe: isPreview ? toPreview(input.recipe) : input.recipe,
        productName: input.productName,
        scene: input.scene,
        provenance: await provenance(),
        measuresStyle: !isPreview,
      },
      options,
    );
    return {
      ...recipeResult,
      measured: isPreview ? NOTHING_MEASURED : await measure(engine, recipeResult, options.signal),
    };
  },
  keep: storeOutputs,
});

const NOTHING_MEASURED: ReadonlyMap<string, PictureFacts> = new Map();
/**
 * Placeholder date: measurements don't depend on it, and the rules of a channel, which change over time, are checked
 * when the measurements are read.
 */
const ANY_DAY = '2026-01-01';

/** Measures the stored files of outputs for a sales channel. */
async function measure(
  engine: ImageEngine,
  { outputs }: ToolResult<'recipe'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PictureFacts>> {
  const measured = new Map<string, PictureFacts>();
  for (const { id, file: picture } of outputs) {
    const channel = findChannel(id);
    if (channel === null) continue;
    const input = { picture, name: null, channel, today: ANY_DAY };
    measured.set(id, (await engine.run('check-channel', input, { signal })).facts);
  }
  return measured;
}

function toPreview({ steps, outputs }: Recipe): Recipe {
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
