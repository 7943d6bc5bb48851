import type { ChannelId } from '@packshot/contract/channels/channels';
import { ROUTES } from '@packshot/contract/routes';
import { keepRecipeThroughSignUp, offerRecipe } from '../../../lib/handover/offered-recipe.ts';
import type { OfferedRecipe } from '../../../lib/handover/offered-recipe.ts';
import { createComposition } from '../composite/composing.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { toRecipe } from './to-recipe.ts';

export const RECIPE_FORM = `${ROUTES.catalog}?at=new-recipe`;

function recipeOfStage({ store, tools }: StudioContext, shops: readonly ChannelId[]): OfferedRecipe | null {
  const state = store.getState();
  const { document, exportSettings: file } = state;
  if (!document) return null;
  const order = createComposition(tools, state);
  const flat = order && {
    placement: order.placement,
    aspectRatio: order.box.aspectRatio,
    size: order.size,
  };
  return toRecipe({ document, flat, file, shops });
}

/** @param shops shops for which the recipe makes files; empty for a single file */
export function offerRecipeOfStage(context: StudioContext, shops: readonly ChannelId[]): void {
  const offered = recipeOfStage(context, shops);
  if (!offered) return;
  offerRecipe(offered);
  context.services.goTo(RECIPE_FORM);
}

/** Stores the settings as a recipe while a guest creates an account. */
export function keepRecipeOfStage(context: StudioContext, shops: readonly ChannelId[]): void {
  const offered = recipeOfStage(context, shops);
  if (offered) keepRecipeThroughSignUp(offered);
}
