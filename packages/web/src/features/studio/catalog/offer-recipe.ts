import { ROUTES } from '@packshot/contract/routes';
import { offerRecipe } from '../../../lib/handover/offered-recipe.ts';
import { compositionOf } from '../composite/composing.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { recipeOf } from './recipe-of.ts';

/** Hands what is on the stage to the form of a new recipe. */
export function offerRecipeOfStage({ services, store, tools }: StudioContext): void {
  const state = store.getState();
  const { document, exportSettings: file } = state;
  if (!document) return;
  const order = compositionOf(tools, state);
  const flat = order && {
    placement: order.placement,
    aspectRatio: order.box.aspectRatio,
    size: order.size,
  };
  offerRecipe(recipeOf({ document, flat, file }));
  services.goTo(`${ROUTES.catalog}?at=new-recipe`);
}
