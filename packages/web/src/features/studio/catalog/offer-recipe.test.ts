import { afterEach, expect, it, vi } from 'vitest';
import { takeOfferedRecipe } from '../../../lib/handover/offered-recipe.ts';
import { openedWith, perform } from '../testing/open-studio.ts';
import { offerRecipeOfStage, RECIPE_FORM } from './offer-recipe.ts';

afterEach(() => {
  takeOfferedRecipe();
});

it('a recipe makes files for shops only if it was saved in the export for shops', async () => {
  const goTo = vi.fn<(path: string) => void>();
  const { studio } = await openedWith('cut-out', { goTo });
  studio.store.setState({ shopExport: { isOn: true, shops: ['amazon', 'etsy'] } });
  offerRecipeOfStage(studio.context, ['amazon', 'etsy']);
  expect(takeOfferedRecipe()?.recipe.outputs).toHaveLength(2);
  perform(studio, 'save-recipe');
  await vi.waitFor(() => expect(goTo.mock.calls).toEqual([[RECIPE_FORM], [RECIPE_FORM]]));
  expect(takeOfferedRecipe()?.recipe.outputs).toHaveLength(1);
});
