/** A batch as the beginning of a run on the server: its photos, and its steps as a recipe. */
import { DEFAULT_NAME_PATTERN } from '@packshot/contract/catalog/file-names';
import type { Ground, Recipe, RecipeOutput } from '@packshot/contract/catalog/recipe';
import type { OfferedRecipe } from '../../../lib/handover/offered-recipe.ts';
import { groundOf } from '../model/export-settings.ts';
import { marketplaceSize } from '../model/marketplace-sizes.ts';
import type { BatchRecipe } from './batch.ts';

const USUAL_SIDE_PX = 2000;
const USUAL_FILL_PERCENT = 85;
const USUAL_MARGIN_PERCENT = 5;
/** A product that fills its frame to the edge is cut off by what shows it. */
const MOST_PERCENT = 100;

/** The steps of a batch as a recipe. What no recipe can say is said, never dropped in silence. */
export function recipeOfBatch({
  background,
  file,
}: BatchRecipe): Pick<OfferedRecipe, 'recipe' | 'notCarried'> {
  const notCarried: string[] = [];
  const ground = groundOfBatch(background, file, notCarried);
  const air = file.fit === 'fit' ? Math.round(file.padding * 100) : 0;
  if (ground.kind !== 'set' && !file.isTrimmed)
    notCarried.push('Where the product is in its photo: a run frames each product alike.');
  const recipe: Recipe = {
    steps: {
      cut_out: {},
      ground,
      shadow: { kind: ground.kind === 'set' ? 'own' : 'none', strength: 1 },
      framing: {
        fill_percent: file.isTrimmed ? MOST_PERCENT - 2 * air : USUAL_FILL_PERCENT,
        margin_percent: file.isTrimmed ? air : USUAL_MARGIN_PERCENT,
        baseline_percent: null,
        align_x: 'center',
        align_y: 'center',
      },
    },
    outputs: [outputOf(file, notCarried)],
  };
  return { recipe, notCarried };
}

function groundOfBatch(
  background: BatchRecipe['background'],
  file: BatchRecipe['file'],
  notCarried: string[],
): Ground {
  if (background.kind === 'none') {
    const color = groundOf(file);
    return color === null ? { kind: 'transparent' } : { kind: 'color', color };
  }
  const { prompt, referenceId, look } = background;
  if (referenceId === null) {
    if (prompt.trim() !== '') notCarried.push('The words for the scene.');
    notCarried.push('The scene: no studio set was chosen, so the ground is white. Choose one in the recipe.');
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

function outputOf({ size, format, quality }: BatchRecipe['file'], notCarried: string[]): RecipeOutput {
  const preset = size.kind === 'preset' ? marketplaceSize(size.id) : null;
  if (size.kind === 'original')
    notCarried.push(`The size of each photo: the files are ${USUAL_SIDE_PX} × ${USUAL_SIDE_PX} px.`);
  const usual = { widthPx: USUAL_SIDE_PX, heightPx: USUAL_SIDE_PX };
  const { widthPx, heightPx } = preset ?? (size.kind === 'custom' ? size : usual);
  return {
    id: preset?.id ?? 'shop',
    width: widthPx,
    height: heightPx,
    // A batch writes neither.
    format: format === 'psd' || format === 'avif' ? 'png' : format,
    quality,
    name_pattern: DEFAULT_NAME_PATTERN,
  };
}
