/** Previews a recipe on one photo. A run processes many photos in the same way. */
import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { recipeSchema } from '../catalog/recipe.ts';
import type { Recipe } from '../catalog/recipe.ts';
import { defineForm } from './tool-form.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { TOOL_IDS, toolIdSchema } from './ids.ts';
import { inJson } from './options.ts';
import type { MadeScene } from './scene.ts';
import { storageKeySchema } from './upload.ts';
import { z } from 'zod';

/** Longest recipe text in a form, in characters. */
const RECIPE_TEXT_MAX_LENGTH = 16_000;

export const RECIPE_PREVIEW_LONGEST_SIDE_PX = 800;

export const recipeFormSchema = z.object({
  image_s3: storageKeySchema.describe('A photo, or a cut-out'),
  recipe: inJson(recipeSchema, RECIPE_TEXT_MAX_LENGTH).describe(
    'JSON; its first output is shown, at most 800 pixels in size',
  ),
  feature_type: toolIdSchema,
});

export interface RecipeTaskInput {
  readonly imageKey: string;
  readonly recipe: Recipe;
  /** Product's title in the table of a run, which tells whether the product stands, lies or hangs. */
  readonly productName?: string;
  /** Scene of this photo alone, which replaces the recipe's. */
  readonly scene?: MadeScene;
  /** True if the photo's pictures are paid for, and only their scene changes. */
  readonly isPaid?: boolean;
  /** Set for previews; omitted for a row of a run, for which the job makes all outputs at full size. */
  readonly isPreview?: true;
}

const RECIPE_FORM = defineForm({
  schema: recipeFormSchema,
  decode: ({ image_s3, recipe }): RecipeTaskInput => ({ imageKey: image_s3, recipe, isPreview: true }),
  encode: ({ imageKey, recipe }) => ({
    image_s3: imageKey,
    recipe: JSON.stringify(recipe),
    feature_type: TOOL_IDS.default,
  }),
});

export const RECIPE_ENDPOINT = {
  ...STARTS_TASKS,
  ...RECIPE_FORM,
  operationId: 'previewRecipe',
  path: `${GENERATIONS_PATH}/recipe-vs/`,
  summary: 'Preview a recipe on a photo, in a small size; returns a stream of task events',
  cost: 'free while you have a credit left',
  errors: [...GENERATION_ERRORS, 'NO_SUBJECT', 'REFERENCE_NOT_FOUND', 'LOOK_GONE'],
} as const satisfies Endpoint;
