import type { Recipe } from '@packshot/contract/catalog/recipe';

/** Unsaved recipe, made from the user's edits to a picture. */
export interface OfferedRecipe {
  readonly name: string;
  readonly recipe: Recipe;
  readonly notCarried: readonly string[];
}

/** Recipe that the studio passes to the form of a new recipe; only the latest is stored. */
let waiting: OfferedRecipe | null = null;
const KEY = 'packshot-offered-recipe';

export function offerRecipe(offered: OfferedRecipe): void {
  waiting = offered;
}

/** Stores a guest's recipe while the guest signs up, even if signing up reloads the page. */
export function keepRecipeThroughSignUp(offered: OfferedRecipe): void {
  waiting = offered;
  try {
    globalThis.sessionStorage?.setItem(KEY, JSON.stringify(offered));
  } catch {
    // If storage is blocked or full, the recipe is lost when the page closes.
  }
}

/** Reads and removes a guest's recipe from the tab's storage. */
function takeStored(): OfferedRecipe | null {
  try {
    const text = globalThis.sessionStorage?.getItem(KEY) ?? null;
    globalThis.sessionStorage?.removeItem(KEY);
    const stored = text === null ? null : (JSON.parse(text) as Partial<OfferedRecipe> | null);
    if (typeof stored?.name !== 'string' || !stored.recipe || !Array.isArray(stored.notCarried)) return null;
    return stored as OfferedRecipe;
  } catch {
    // Storage is blocked, or the stored text isn't a recipe.
    return null;
  }
}

/** Returns the waiting recipe, cleared in a microtask: React's double call in development gets the same value. */
export function takeOfferedRecipe(): OfferedRecipe | null {
  const stored = takeStored();
  waiting ??= stored;
  const offered = waiting;
  queueMicrotask(() => {
    if (waiting === offered) waiting = null;
  });
  return offered;
}
