import type { Recipe } from '@packshot/contract/catalog/recipe';

/** Recipe of the edits to a picture that isn't saved yet. */
export interface OfferedRecipe {
  readonly name: string;
  readonly recipe: Recipe;
  /** Sentences about edits that a recipe can't express. */
  readonly notCarried: readonly string[];
}

/** Recipe passed to the form of a new recipe; only the latest is stored. */
let waiting: OfferedRecipe | null = null;
/** Storage key of a guest's recipe during sign-up. */
const KEY = 'packshot-offered-recipe';

export function offerRecipe(offered: OfferedRecipe): void {
  waiting = offered;
}

/** Stores a guest's recipe during sign-up, even if that reloads the page. */
export function keepRecipeThroughSignUp(offered: OfferedRecipe): void {
  waiting = offered;
  try {
    globalThis.sessionStorage?.setItem(KEY, JSON.stringify(offered));
  } catch {
    // Storage is blocked or full: the recipe is lost when the page closes.
  }
}

/** Removes a guest's recipe from the tab's storage. */
function takeStored(): OfferedRecipe | null {
  try {
    const text = globalThis.sessionStorage?.getItem(KEY) ?? null;
    globalThis.sessionStorage?.removeItem(KEY);
    const stored = text === null ? null : (JSON.parse(text) as Partial<OfferedRecipe> | null);
    if (typeof stored?.name !== 'string' || !stored.recipe || !Array.isArray(stored.notCarried)) return null;
    return stored as OfferedRecipe;
  } catch {
    // Storage is blocked, or the text isn't ours.
    return null;
  }
}

/** Cleared in a microtask, so that React's double call in development returns the same value. The form then owns it. */
export function takeOfferedRecipe(): OfferedRecipe | null {
  const stored = takeStored();
  waiting ??= stored;
  const offered = waiting;
  queueMicrotask(() => {
    if (waiting === offered) waiting = null;
  });
  return offered;
}
