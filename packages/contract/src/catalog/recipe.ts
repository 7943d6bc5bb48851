import { z } from 'zod';
import { boundedText, idTextSchema, numberText, trimmedText } from '../bounded-text.ts';
import { AVIF_MAX_PIXELS } from '../tools/export.ts';
import { SEED_MAX } from '../tools/limits.ts';
import { recipeFields } from '../tools/option-settings.ts';
import {
  hexColorSchema,
  referenceIdSchema,
  SCENE_OPTIONS,
  sceneLightSchema,
  sceneLookSchema,
} from '../tools/scene.ts';
import { productViewSchema } from '../tools/view.ts';
import { namePatternSchema, OUTPUT_FORMATS, outputFileName } from './file-names.ts';
import type { NamedItem, NamedOutput } from './file-names.ts';
import {
  OUTPUT_MAX_PIXELS,
  OUTPUT_MAX_SIDE_PX,
  OUTPUT_MIN_SIDE_PX,
  RECIPE_NAME_MAX_LENGTH,
  RECIPE_OUTPUTS_MAX,
} from './limits.ts';
import { CATALOG_MESSAGES } from './messages.ts';

/** What comes behind the product. */
export const groundSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('transparent') }),
  z.strictObject({ kind: z.literal('color'), color: hexColorSchema }),
  z.strictObject({
    kind: z.literal('set'),
    ...recipeFields(SCENE_OPTIONS),
    /** A family of studio sets, from `references/`. */
    reference_id: referenceIdSchema,
    light: sceneLightSchema,
    seed: z.number().int().min(0).max(SEED_MAX),
    /** How all products were photographed; null: each as its photo shows it. */
    view: productViewSchema.nullable(),
    /** Of an earlier scene: camera, light and ground are that scene’s. Null: planned for each product. */
    look: sceneLookSchema.nullable(),
  }),
]);
export type Ground = z.infer<typeof groundSchema>;

/** `own`: the product’s own, as its photo shows it; a computed one where the photo shows none. */
export const RECIPE_SHADOWS = ['own', 'computed', 'none'] as const;

const percentSchema = z.number().min(0).max(100);

/** Where the product is in each output. Of a studio set nothing but its scene decides. */
export const framingSchema = z.strictObject({
  /** The product’s box fits into this share of the frame’s width and of its height. */
  fill_percent: z.number().min(5).max(100),
  /** What stays free at each edge at least, of the shorter side. */
  margin_percent: z.number().min(0).max(45),
  /** The product’s lower edge lies on this line, measured from the top; null: `align_y` decides. */
  baseline_percent: percentSchema.nullable(),
  align_x: z.enum(['left', 'center', 'right']),
  align_y: z.enum(['top', 'center', 'bottom']),
});
export type RecipeFraming = z.infer<typeof framingSchema>;

/** In the order in which they are done. */
export const recipeStepsSchema = z.strictObject({
  /** A photo that is a cut-out already, with transparency of its own, is taken as it is. */
  cut_out: z.strictObject({}),
  ground: groundSchema,
  shadow: z.strictObject({
    kind: z.enum(RECIPE_SHADOWS),
    /** 0 is none, 1 is what physics says, 2 twice that. */
    strength: z.number().min(0).max(2),
  }),
  framing: framingSchema,
});

const sideSchema = z.number().int().min(OUTPUT_MIN_SIDE_PX).max(OUTPUT_MAX_SIDE_PX);

/** One file that is made of each photo. */
export const recipeOutputSchema = z
  .strictObject({
    /** What names say for `{channel}`: a channel’s id, or one of your own. */
    id: boundedText(32).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    width: sideSchema,
    height: sideSchema,
    format: z.enum(OUTPUT_FORMATS),
    /** Of JPEG, WebP and AVIF. */
    quality: z.number().int().min(1).max(100),
    name_pattern: namePatternSchema,
  })
  .refine(({ width, height }) => width * height <= OUTPUT_MAX_PIXELS, CATALOG_MESSAGES.outputTooLarge)
  .refine(
    ({ width, height, format }) => format !== 'avif' || width * height <= AVIF_MAX_PIXELS,
    CATALOG_MESSAGES.avifOutputTooLarge,
  );
export type RecipeOutput = z.infer<typeof recipeOutputSchema>;

/** Two rows that differ in everything a name can be made of would still collide here only if the patterns do. */
const PROBE: NamedItem = { row: 1, sku: 'sku', variant: 'variant', slot: 'slot', columns: {} };

const areDistinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;
const listFileNames = (outputs: readonly NamedOutput[]): string[] =>
  outputs.map((output) => outputFileName(output, PROBE).toLowerCase());

/** What is done to each photo, and what comes out: everything that decides about the bytes, and names beside it. */
export const recipeSchema = z.strictObject({
  steps: recipeStepsSchema,
  outputs: z
    .array(recipeOutputSchema)
    .min(1)
    .max(RECIPE_OUTPUTS_MAX)
    .refine((outputs) => areDistinct(outputs.map(({ id }) => id)), CATALOG_MESSAGES.outputIdTaken)
    .refine((outputs) => areDistinct(listFileNames(outputs)), CATALOG_MESSAGES.patternNotUnique),
});
export type Recipe = z.infer<typeof recipeSchema>;

/** SHA-256 of the canonical JSON of a recipe, in hexadecimal. */
export const recipeHashSchema = boundedText(64).regex(/^[0-9a-f]{64}$/);

export const recipeNameSchema = trimmedText(RECIPE_NAME_MAX_LENGTH, CATALOG_MESSAGES.invalidRecipeName)
  .min(1, CATALOG_MESSAGES.invalidRecipeName)
  .regex(/^[^\p{C}]*$/u, CATALOG_MESSAGES.invalidRecipeName);

/** The version of the file’s own format. */
export const RECIPE_FILE_VERSION = 1;
/** Suggested end of the name of a recipe’s file. */
export const RECIPE_FILE_SUFFIX = '.packshot-recipe.json';

/** A recipe as a file. Fields that are not known are refused: they would change what is made. */
export const recipeFileSchema = z.strictObject({
  'packshot-recipe': z.literal(RECIPE_FILE_VERSION, CATALOG_MESSAGES.recipeFileNotOurs),
  name: recipeNameSchema,
  recipe: recipeSchema,
});
export type RecipeFile = z.infer<typeof recipeFileSchema>;

export const recipeFile = (name: string, recipe: Recipe): RecipeFile => ({
  'packshot-recipe': RECIPE_FILE_VERSION,
  name,
  recipe,
});

/** A stored recipe, in one of its versions: the last one unless another was asked for. */
export const storedRecipeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** From 1; each change of the recipe makes a new one. */
  version: z.number().int(),
  hash: z.string(),
  recipe: recipeSchema,
  /** Of this version. */
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type StoredRecipe = z.infer<typeof storedRecipeSchema>;

export const recipeListSchema = z.object({ data: z.array(storedRecipeSchema) });
export const recipeAnswerSchema = z.object({ data: storedRecipeSchema });
export const recipeParamsSchema = z.object({ id: idTextSchema });
export const recipeQuerySchema = z.object({
  version: numberText(z.coerce.number().int().min(1).max(1_000_000))
    .optional()
    .describe('Absent: the last one'),
});
export const recipeRequestSchema = z.strictObject({ name: recipeNameSchema, recipe: recipeSchema });
export type RecipeRequest = z.infer<typeof recipeRequestSchema>;
/** Fields that are absent stay as they are; another `recipe` makes another version. */
export const recipePatchSchema = z.strictObject({
  name: recipeNameSchema.optional(),
  recipe: recipeSchema.optional(),
});
export type RecipePatch = z.infer<typeof recipePatchSchema>;

/** A version of a recipe, without what it says. */
export const recipeVersionSchema = storedRecipeSchema.pick({ version: true, hash: true, created_at: true });
export const recipeVersionsSchema = z.object({ data: z.array(recipeVersionSchema) });
