import { createHash } from 'node:crypto';
import { canonicalJson } from '@packshot/contract';
import type { Recipe } from '@packshot/contract';

/**
 * Version of the composer of recipes' scenes. Raise it if the composer makes other pictures from the same recipe, so
 * that new runs don't reuse earlier files.
 */
const COMPOSER_VERSION = 2;

/**
 * SHA-256 of a recipe’s canonical JSON, in hexadecimal: equal for equal recipes, whatever the order of their fields. For
 * a recipe with a studio set, the JSON includes the composer's version.
 */
export function hashRecipe(recipe: Recipe): string {
  const hashed = recipe.steps.ground.kind === 'set' ? { ...recipe, composer: COMPOSER_VERSION } : recipe;
  return createHash('sha256').update(canonicalJson(hashed)).digest('hex');
}
