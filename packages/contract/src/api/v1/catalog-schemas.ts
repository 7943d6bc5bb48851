import { z } from 'zod';
import { idTextSchema, numberText } from '../../bounded-text.ts';
import { bucketSchema } from '../../buckets/buckets.ts';
import {
  addedFromBucketSchema,
  bucketSourceSchema,
  deliverRequestSchema,
  destinationSchema,
} from '../../buckets/destinations.ts';
import {
  ITEM_STATES,
  itemsPageSchema,
  itemsQuerySchema,
  newItemSchema,
  runItemSchema,
  takenRowsSchema,
  urlSchema,
} from '../../catalog/items.ts';
import { RUN_ITEMS_MAX, RUN_ITEMS_PER_CALL } from '../../catalog/limits.ts';
import { CATALOG_MESSAGES } from '../../catalog/messages.ts';
import { recipeNameSchema, recipeSchema, storedRecipeSchema } from '../../catalog/recipe.ts';
import { runEstimateSchema, runNameSchema, runSchema } from '../../catalog/runs.ts';
import { tableAnswerSchema, tableQuerySchema } from '../../catalog/tables.ts';

/* Schemas of recipes and catalogs for programs. A catalog is a run: up to 10,000 photos processed by one recipe. */

export const v1RecipesSchema = z.object({ data: z.array(storedRecipeSchema) });
export const v1RecipePatchSchema = z.strictObject({
  name: recipeNameSchema.optional(),
  /** Changed recipe; if it differs from the stored one, it becomes a new version. */
  recipe: recipeSchema.optional(),
});

/** Fields about credits are omitted on a server without billing. */
export const v1CatalogSchema = runSchema.partial({ credits: true });

export const v1CatalogsSchema = z.object({
  data: z.array(v1CatalogSchema),
  next_cursor: z.string().nullable(),
});

const rowsSchema = z.array(newItemSchema).max(RUN_ITEMS_PER_CALL);

export const v1CatalogRequestSchema = z
  .strictObject({
    name: runNameSchema.optional().describe('Defaults to the recipe’s name'),
    recipe_id: idTextSchema.optional().describe('A saved recipe; or send the recipe itself as `recipe`'),
    version: z
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe('Version of `recipe_id`; defaults to the latest'),
    recipe: recipeSchema.optional(),
    only_changed: z
      .boolean()
      .default(true)
      .describe('Reuses earlier results of the same photo and recipe, free'),
    items: rowsSchema.default([]).describe('The first rows'),
    urls: z
      .array(urlSchema)
      .max(RUN_ITEMS_PER_CALL)
      .default([])
      .describe('Public photo URLs: one row each, after `items`, named after their files'),
    from: bucketSourceSchema
      .optional()
      .describe('Every photo in a bucket folder: one row each, after the others; up to 10,000'),
    to: destinationSchema.optional().describe('A bucket to deliver the files to, with manifest.csv'),
    start: z.boolean().default(false).describe('Starts right away; a catalog that can’t start isn’t created'),
  })
  .refine(
    ({ recipe, recipe_id }) => (recipe === undefined) !== (recipe_id === undefined),
    CATALOG_MESSAGES.oneRecipe,
  )
  .refine(
    ({ items, urls }) => items.length + urls.length <= RUN_ITEMS_PER_CALL,
    CATALOG_MESSAGES.tooManyRowsAtOnce,
  );
export type V1CatalogRequest = z.infer<typeof v1CatalogRequestSchema>;

export const v1CatalogEstimateSchema = runEstimateSchema.partial({
  credits: true,
  balance: true,
  is_free: true,
  downloads: true,
});

export const v1AddedItemsSchema = z.object({
  added: z.number().int(),
  taken: takenRowsSchema,
  items: z.number().int(),
});

export const v1TableQuerySchema = tableQuerySchema.extend({
  first_row: numberText(z.coerce.number().int().min(1).max(RUN_ITEMS_MAX))
    .default(1)
    .describe(
      'Number of its first row in the catalog: repeating the call adds nothing, and `taken` lists the numbers that had other rows',
    ),
});
export type V1TableQuery = z.infer<typeof v1TableQuerySchema>;
export const v1TableSchema = tableAnswerSchema.shape.data;

export const v1BucketsSchema = z.object({ data: z.array(bucketSchema) });
export const v1BucketSourceSchema = bucketSourceSchema;
export const v1AddedFromBucketSchema = addedFromBucketSchema;
export const v1DeliverRequestSchema = deliverRequestSchema;

export const v1AttachedFilesSchema = z.object({
  attached: z.number().int(),
  unmatched: z.array(z.string()),
  missing: z.number().int(),
});

export const v1ItemsQuerySchema = itemsQuerySchema;
export const v1ItemsPageSchema = itemsPageSchema;
export const v1ItemSchema = runItemSchema.partial({ credits: true });

export const v1ReviewSchema = z.object({ rows: z.array(z.number().int()) });

export const v1ExportQuerySchema = z.object({
  state: z
    .enum(ITEM_STATES)
    .optional()
    .describe('Items to include; defaults to all that are done and not rejected'),
});
