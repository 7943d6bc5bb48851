import { createHash } from 'node:crypto';
import { recipeHashInput } from '@packshot/contract';
import type { Recipe } from '@packshot/contract';

/** SHA-256 of a recipe, in hexadecimal: equal for equal recipes, whatever the order of their fields. */
export const hashRecipe = (recipe: Recipe): string =>
  createHash('sha256').update(recipeHashInput(recipe)).digest('hex');
