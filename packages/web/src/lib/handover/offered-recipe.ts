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
/** Where a guest's recipe waits while they create an account. */
const KEY = 'packshot-offered-recipe';

export function offerRecipe(offered: OfferedRecipe): void {
  waiting = offered;
}

/** Keeps a guest's recipe through sign-up, also where that loads the page anew. */
export function keepRecipeThroughSignUp(offered: OfferedRecipe): void {
  waiting = offered;
  try {
    globalThis.sessionStorage?.setItem(KEY, JSON.stringify(offered));
  } catch {
    // Storage is blocked or full: the recipe lives as long as the page.
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
    // Blocked storage, or text that isn't ours.
    return null;
  }
}

/** The form that shows it keeps it: asking twice, as React does to find side effects, has to answer the same. */
export function takeOfferedRecipe(): OfferedRecipe | null {
  const stored = takeStored();
  waiting ??= stored;
  const offered = waiting;
  queueMicrotask(() => {
    if (waiting === offered) waiting = null;
  });
  return offered;
}
