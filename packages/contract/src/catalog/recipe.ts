import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';
import { boundedText, idTextSchema, numberText, trimmedText } from '../bounded-text.ts';
import { AVIF_MAX_PIXELS } from '../tools/export.ts';
import { ASPECT_RATIOS } from '../tools/aspect-ratios.ts';
import { SCENE_LARGER_SIDES_PX, SEED_MAX } from '../tools/limits.ts';
import { optionsOfWire, recipeFields } from '../tools/option-settings.ts';
import {
  DEFAULT_SHADOW,
  hexColorSchema,
  referenceIdSchema,
  SCENE_OPTIONS,
  sceneLightSchema,
  sceneLockSchema,
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

export const backgroundSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('transparent') }),
  z.strictObject({ kind: z.literal('color'), color: hexColorSchema }),
  z.strictObject({
    kind: z.literal('set'),
    ...recipeFields(SCENE_OPTIONS),
    /** ID of a family of studio sets, as in `references/`. */
    reference_id: referenceIdSchema,
    light: sceneLightSchema,
    seed: z.number().int().min(0).max(SEED_MAX),
    /** Camera view of all products; null to use each photo's own. */
    view: productViewSchema.nullable(),
    /** Camera, light and background of an earlier scene, shared by all products; null to plan each scene. */
    look: sceneLockSchema.nullable(),
  }),
]);
export type RecipeBackground = z.infer<typeof backgroundSchema>;

/**
 * Shadow of the product. `own`: the shadow taken from the photo, or a computed one if the photo has none. `none`: no
 * shadow on a color or a transparent background; in a studio set, the shadow that its scene decides, as in Create.
 */
export const RECIPE_SHADOWS = ['own', 'computed', 'none'] as const;

const percentSchema = z.number().min(0).max(100);

/** Placement of the product in each output. With a studio set, only its scene determines the placement. */
export const framingSchema = z.strictObject({
  /** Share of the frame's width and height that the product’s box may fill, in percent. */
  fill_percent: z.number().min(5).max(100),
  /** Smallest free margin at each edge, in percent of the shorter side. */
  margin_percent: z.number().min(0).max(45),
  /** Line for the product’s lower edge, in percent of the height from the top; null to use `align_y`. */
  baseline_percent: percentSchema.nullable(),
  align_x: z.enum(['left', 'center', 'right']),
  align_y: z.enum(['top', 'center', 'bottom']),
});
export type RecipeFraming = z.infer<typeof framingSchema>;

/** Steps of a recipe, in order of execution. */
export const recipeStepsSchema = z.strictObject({
  /** Cuts out the product. A photo that already is a cut-out, with its own transparency, is used unchanged. */
  cut_out: z.strictObject({}),
  ground: backgroundSchema,
  shadow: z.strictObject({
    kind: z.enum(RECIPE_SHADOWS),
    /** Strength of the shadow: 0 is no shadow, 1 is physically correct, 2 is twice as strong. */
    strength: z.number().min(0).max(2),
  }),
  framing: framingSchema,
});

const sideSchema = z.number().int().min(OUTPUT_MIN_SIDE_PX).max(OUTPUT_MAX_SIDE_PX);

export const recipeOutputSchema = z
  .strictObject({
    /** Value of `{channel}` in file names: a channel’s ID, or a custom one. */
    id: boundedText(32).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    width: sideSchema,
    height: sideSchema,
    format: z.enum(OUTPUT_FORMATS),
    quality: z.number().int().min(1).max(100),
    name_pattern: namePatternSchema,
  })
  .refine(({ width, height }) => width * height <= OUTPUT_MAX_PIXELS, CATALOG_MESSAGES.outputTooLarge)
  .refine(
    ({ width, height, format }) => format !== 'avif' || width * height <= AVIF_MAX_PIXELS,
    CATALOG_MESSAGES.avifOutputTooLarge,
  );
export type RecipeOutput = z.infer<typeof recipeOutputSchema>;

/** Sample row for detecting outputs whose file names would be the same. Its custom columns are empty. */
const PROBE: NamedItem = { row: 1, sku: 'sku', variant: 'variant', slot: 'slot', columns: {} };

const areDistinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;
const listFileNames = (outputs: readonly NamedOutput[]): string[] =>
  outputs.map((output) => outputFileName(output, PROBE).toLowerCase());

/** Recipe: the steps applied to each photo, and the outputs. */
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

const MOST_SIDE_PX = Math.max(...SCENE_LARGER_SIDES_PX) as (typeof SCENE_LARGER_SIDES_PX)[number];

/** Aspect ratio of scenes that is nearest to an output's, and the smallest picture size that isn't enlarged for it. */
export function nearestScene({ width, height }: Pick<RecipeOutput, 'width' | 'height'>) {
  const apart = (value: number): number => Math.abs(Math.log(value / (width / height)));
  const nearest = ASPECT_RATIOS.toSorted((a, b) => apart(a.value) - apart(b.value))[0];
  const longer = Math.max(width, height);
  return {
    aspectRatioId: nearest?.id ?? 1,
    isLarger: true,
    largerSidePx: SCENE_LARGER_SIDES_PX.find((sidePx) => sidePx >= longer) ?? MOST_SIDE_PX,
  };
}

/** Options of a recipe's scenes, without its outputs' size; null for a recipe without scenes. */
export function sceneOfRecipe({ steps: { ground, shadow } }: Recipe) {
  if (ground.kind !== 'set') return null;
  const kind = { own: 'photo', computed: 'contact', none: null } as const;
  const chosenKind = kind[shadow.kind];
  return {
    ...optionsOfWire(SCENE_OPTIONS, ground),
    ...(chosenKind && { shadow: { ...DEFAULT_SHADOW, kind: chosenKind, opacity: shadow.strength } }),
    seed: ground.seed,
    isInSeries: true,
  };
}

/**
 * Version of the composer of recipes' scenes. Raise it if the composer makes other pictures from the same recipe, so
 * that new runs don't reuse earlier files.
 */
const COMPOSER_VERSION = 2;

/** Canonical JSON of a recipe, from which its hash is computed; for a studio set, it has the composer's version. */
export const recipeHashInput = (recipe: Recipe): string =>
  canonicalJson(recipe.steps.ground.kind === 'set' ? { ...recipe, composer: COMPOSER_VERSION } : recipe);

/** SHA-256 of `recipeHashInput`, in hexadecimal. */
export const recipeHashSchema = boundedText(64).regex(/^[0-9a-f]{64}$/);

export const recipeNameSchema = trimmedText(RECIPE_NAME_MAX_LENGTH, CATALOG_MESSAGES.invalidRecipeName)
  .min(1, CATALOG_MESSAGES.invalidRecipeName)
  .regex(/^[^\p{C}]*$/u, CATALOG_MESSAGES.invalidRecipeName);

export const RECIPE_FILE_VERSION = 1;
/** Suggested ending of a recipe file's name. */
export const RECIPE_FILE_SUFFIX = '.packshot-recipe.json';

/** Recipe as a file. Unknown fields are refused, because ignoring them would change the result. */
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

export const storedRecipeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Version number, from 1; each change of the recipe creates a new version. */
  version: z.number().int(),
  hash: z.string(),
  recipe: recipeSchema,
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
    .describe('Defaults to the latest version'),
});
export const recipeRequestSchema = z.strictObject({ name: recipeNameSchema, recipe: recipeSchema });
export type RecipeRequest = z.infer<typeof recipeRequestSchema>;
/** Changes to a stored recipe. Missing fields stay unchanged; a different `recipe` creates a new version. */
export const recipePatchSchema = z.strictObject({
  name: recipeNameSchema.optional(),
  recipe: recipeSchema.optional(),
});
export type RecipePatch = z.infer<typeof recipePatchSchema>;

export const recipeVersionSchema = storedRecipeSchema.pick({ version: true, hash: true, created_at: true });
export const recipeVersionsSchema = z.object({ data: z.array(recipeVersionSchema) });
