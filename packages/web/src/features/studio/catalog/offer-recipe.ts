import { ROUTES } from '@packshot/contract/routes';
import { keepRecipeThroughSignUp, offerRecipe } from '../../../lib/handover/offered-recipe.ts';
import type { OfferedRecipe } from '../../../lib/handover/offered-recipe.ts';
import { createComposition } from '../composite/composing.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { toRecipe } from './recipe-of.ts';

export const RECIPE_FORM = `${ROUTES.catalog}?at=new-recipe`;

function recipeOfStage({ store, tools }: StudioContext): OfferedRecipe | null {
  const state = store.getState();
  const { document, exportSettings: file, shopExport } = state;
  if (!document) return null;
  const order = createComposition(tools, state);
  const flat = order && {
    placement: order.placement,
    aspectRatio: order.box.aspectRatio,
    size: order.size,
  };
  return toRecipe({ document, flat, file, shops: shopExport.isOn ? shopExport.shops : [] });
}

export function offerRecipeOfStage(context: StudioContext): void {
  const offered = recipeOfStage(context);
  if (!offered) return;
  offerRecipe(offered);
  context.services.goTo(RECIPE_FORM);
}

/** Stores the settings as a recipe while a guest creates an account. */
export function keepRecipeOfStage(context: StudioContext): void {
  const offered = recipeOfStage(context);
  if (offered) keepRecipeThroughSignUp(offered);
}
