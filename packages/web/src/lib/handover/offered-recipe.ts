import type { Recipe } from '@packshot/contract/catalog/recipe';

/** What was done to a picture, as a recipe that nobody has kept yet. */
export interface OfferedRecipe {
  readonly name: string;
  readonly recipe: Recipe;
  /** What was done and no recipe can say, each as a sentence. */
  readonly notCarried: readonly string[];
}

/** On its way to the form of a new recipe; only the latest is kept. */
let waiting: OfferedRecipe | null = null;

export function offerRecipe(offered: OfferedRecipe): void {
  waiting = offered;
}

/** The form that shows it keeps it: asking twice, as React does to find side effects, has to answer the same. */
export function takeOfferedRecipe(): OfferedRecipe | null {
  const offered = waiting;
  queueMicrotask(() => {
    if (waiting === offered) waiting = null;
  });
  return offered;
}
