/** Turns a batch into the start of a server run: its photos, and its steps as a recipe. */
import { t } from '@packshot/contract/text/translation';
import type { RecipeBackground, Recipe } from '@packshot/contract/catalog/recipe';
import type { OfferedRecipe } from '../../../lib/handover/offered-recipe.ts';
import { getBackground } from '../model/export-settings.ts';
import { recipeOutput, USUAL_FRAMING, USUAL_SIDE_PX } from '../model/recipe-parts.ts';
import type { BatchRecipe } from './batch.ts';

/** Largest size of a product in a recipe, in percent of the frame. */
const MOST_PERCENT = 100;

/** Converts the steps of a batch to a recipe. Reports steps that a recipe can't contain; none is dropped silently. */
export function recipeOfBatch({
  background,
  file,
}: BatchRecipe): Pick<OfferedRecipe, 'recipe' | 'notCarried'> {
  const notCarried: string[] = [];
  const ground = backgroundFromBatch(background, file, notCarried);
  const air = file.fit === 'fit' ? Math.round(file.padding * 100) : 0;
  if (ground.kind !== 'set' && !file.isTrimmed)
    notCarried.push(t('The product’s position in each photo: a run frames all products the same way.'));
  if (file.size.kind === 'original')
    notCarried.push(t('The size of each photo: files are {side} × {side} px.', { side: USUAL_SIDE_PX }));
  const recipe: Recipe = {
    steps: {
      cut_out: {},
      ground,
      // In a studio set, `none` leaves the shadow to the scene, as a batch does.
      shadow: { kind: 'none', strength: 1 },
      framing: file.isTrimmed
        ? { ...USUAL_FRAMING, fill_percent: MOST_PERCENT - 2 * air, margin_percent: air }
        : USUAL_FRAMING,
    },
    outputs: [recipeOutput(file)],
  };
  return { recipe, notCarried };
}

function backgroundFromBatch(
  background: BatchRecipe['background'],
  file: BatchRecipe['file'],
  notCarried: string[],
): RecipeBackground {
  if (background.kind === 'none') {
    const color = getBackground(file);
    return color === null ? { kind: 'transparent' } : { kind: 'color', color };
  }
  const { prompt, referenceId, look } = background;
  if (referenceId === null) {
    if (prompt.trim() !== '') notCarried.push(t('The scene description.'));
    notCarried.push(
      t('The scene: no studio set was chosen, so the background is white. Choose one in the recipe.'),
    );
    return { kind: 'color', color: '#ffffff' };
  }
  return {
    kind: 'set',
    reference_id: referenceId,
    light: 'auto',
    seed: 0,
    view: null,
    look: look?.look ?? null,
    ...(prompt.trim() !== '' && { prompt: prompt.trim() }),
  };
}
