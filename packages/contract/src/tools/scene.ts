import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import {
  GENERATE_COUNTS,
  GENERATE_DEFAULT_COUNT,
  SCENE_LARGER_SIDE_PX,
  SCENE_LARGER_SIDES_PX,
  SCENE_PROMPT_MAX_LENGTH,
  SEED_MAX,
} from './limits.ts';
import { z } from 'zod';
import { ASPECT_RATIOS, sceneSize } from './aspect-ratios.ts';
import { boundedText, flagText, oneLineText } from '../bounded-text.ts';
import { ENGINE_FIELDS, engineFields } from './engines.ts';
import { OWN_MESSAGES } from '../messages.ts';
import type { StepOf } from '../provenance/chain.ts';
import { TOOL_IDS, toolIdSchema } from './ids.ts';
import type { ToolId } from './ids.ts';
import { productScaleSchema } from './product-scale.ts';
import {
  apiOptions,
  apiWords,
  decodeOptions,
  encodeOptions,
  flagOption,
  formFields,
  inJson,
  jsonOption,
  numberOption,
  textOption,
} from './options.ts';
import type { OptionValues } from './options.ts';
import { defineForm } from './tool-form.ts';
import { storageKeySchema } from './upload.ts';
import { productViewSchema } from './view.ts';
import type { Pose } from './view.ts';

/** Position of a product in a picture. The browser draws and the engine composes from the same numbers. */
export const placementSchema = z.strictObject({
  /** Center of the product's visible box (alpha above ALPHA_VISIBLE_ABOVE), as fractions of the picture's width and height. */
  centerX: z.number().min(-1).max(2),
  centerY: z.number().min(-1).max(2),
  /** Width of the visible box before rotation, as a fraction of the picture's width. */
  width: z.number().min(0.01).max(4),
  /** Clockwise rotation in degrees. */
  rotationDeg: z.number().min(-180).max(180),
  /** Whether the product is mirrored left to right, before rotation. */
  isFlipped: z.boolean(),
});
export type Placement = z.infer<typeof placementSchema>;

/** Maximum number of products in a scene besides the first one. */
export const MOST_BESIDE = 5;
/** Longest value of the form field, in characters: room for the longest keys, and for numbers with all their digits. */
const BESIDE_MAX_LENGTH = 3000;
/**
 * Placement of the first product if the scene itself arranges several. Their placements are then fractions of a square
 * instead of the picture.
 */
export const GROUP_FIRST = {
  centerX: 0.5,
  centerY: 0.5,
  width: 0.3,
  rotationDeg: 0,
  isFlipped: false,
} as const;

const besideList = <Schema extends z.ZodType>(placement: Schema) =>
  z.array(z.strictObject({ image_s3: storageKeySchema, placement })).max(MOST_BESIDE);
/** Further products in a scene: cut-outs by their storage keys, with their placements. */
export const besideSchema = besideList(placementSchema);
export type BesideProduct = Readonly<z.infer<typeof besideSchema>[number]>;
/** Further products as requested: without a placement they stand beside the first one. */
const besideRequestSchema = besideList(placementSchema.optional());
export type BesideRequest = Readonly<z.infer<typeof besideRequestSchema>[number]>;

/** Description of the default placement of a further product, for the API documents. */
export const PLACED_BESIDE =
  'by default in a row with the first product. If the first product has no placement, the scene places them together, as in a square in whose middle the first one is 0.3 wide';

/** Largest ratio of a product's height to its width that `isOutside` assumes. Products such as a wand may exceed it. */
const TALLEST = 8;

/**
 * True if no product of any height could be visible at this placement. The server refuses such a placement before it
 * knows the product's shape.
 */
export function isOutside(placement: Placement, aspectRatioId: number): boolean {
  const { centerX, centerY, width, rotationDeg } = placement;
  const { widthPx, heightPx } = sceneSize(aspectRatioId, false);
  const turn = (rotationDeg * Math.PI) / 180;
  const [across, along] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const reachX = (width * (across + TALLEST * along)) / 2;
  const reachY = ((width * (along + TALLEST * across)) / 2) * (widthPx / heightPx);
  return Math.abs(centerX - 0.5) >= 0.5 + reachX || Math.abs(centerY - 0.5) >= 0.5 + reachY;
}

export const SHADOW_KINDS = ['contact', 'floating', 'none', 'photo'] as const;
export const shadowSchema = z.strictObject({
  /**
   * Kind of shadow. `contact`: the product stands on the ground; `floating`: it hovers above the ground. `photo`: the
   * shadow in the product's photo, or a computed one if the cut-out has none.
   */
  kind: z.enum(SHADOW_KINDS),
  /** Direction in which the shadow falls, clockwise from the right as seen in the picture; null follows the scene's light. */
  directionDeg: z.number().min(0).max(360).nullable(),
  /**
   * Softness of the shadow, from 0 (as sharp as in direct sun) to 1 (as soft as under an overcast sky); null follows
   * the scene's light.
   */
  softness: z.number().min(0).max(1).nullable(),
  /** Strength of the shadow: 0 is none, 1 is physically correct, 2 is twice as strong. */
  opacity: z.number().min(0).max(2),
});
export type Shadow = z.infer<typeof shadowSchema>;
/** Percentage by which a product adopts the light of its scene: 0 leaves its pixels unchanged. */
export const matchPercentSchema = z.number().int().min(0).max(100);
export const DEFAULT_MATCH_PERCENT = 70;

export const DEFAULT_SHADOW: Shadow = { kind: 'contact', directionDeg: null, softness: null, opacity: 1 };

/**
 * Computed shadow for a product's pose: a floating product casts another shadow than one that stands, lies or hangs.
 * @param pose null if unknown, which counts as standing
 */
export const shadowOfPose = (pose: Pose | null): Shadow =>
  pose === 'floats' ? { ...DEFAULT_SHADOW, kind: 'floating' } : DEFAULT_SHADOW;

/** Lighting moods available for every studio set. `auto` lets the prompt, reference and seed decide. */
export const SCENE_LIGHTS = [
  'auto',
  'as-composed',
  'soft-box',
  'hard-sun',
  'warm-morning',
  'golden-hour',
  'blue-hour',
  'spotlight',
  'overcast',
  'night',
] as const;
export type SceneLight = (typeof SCENE_LIGHTS)[number];
export const sceneLightSchema = z.enum(SCENE_LIGHTS);

export const hexColorSchema = boundedText(7).regex(/^#[0-9a-f]{6}$/i);
/** Colors for the materials that can be recolored, the most important material first. */
export const paletteSchema = z.array(hexColorSchema).max(4);

export const sceneLargerSideSchema = z.literal(SCENE_LARGER_SIDES_PX);

/** ID of a built-in reference, which is a family of studio sets. */
export const referenceIdSchema = boundedText(64).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

/**
 * Camera distance: `near` shows slightly less of the set and more of the product than `usual`, `close-up` shows the
 * stage and little else, and `wide` leaves room around a smaller product.
 */
export const FRAMINGS = ['usual', 'near', 'close-up', 'wide'] as const;
export type Framing = (typeof FRAMINGS)[number];

export const SHADOW_SOURCES = ['photo', 'computed', 'none'] as const;
export type ShadowSource = (typeof SHADOW_SOURCES)[number];

/** Maximum number of lights in a set, and of elements that can be recolored. */
const MOST_PARTS = 12;
const byPart = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .record(referenceIdSchema, schema)
    .refine((parts) => Object.keys(parts).length <= MOST_PARTS, 'Too many parts.');
/** Factor in linear light. */
const gainSchema = z.number().min(0).max(100);

/**
 * Scene lock: the appearance of a scene without its product. Pictures of other products with the same lock form a
 * series. Clients read it from the result of one scene and send it with the request for the next.
 */
export const sceneLockSchema = z.strictObject({
  /** ID of a studio set: a family of sets, seen by one camera. */
  setId: referenceIdSchema,
  isMirrored: z.boolean(),
  framing: z.enum(FRAMINGS),
  light: sceneLightSchema,
  /** Linear red, green and blue gain of each light. */
  lights: byPart(z.tuple([gainSchema, gainSchema, gainSchema])),
  exposure: gainSchema,
  keySoftness: gainSchema,
  tints: byPart(hexColorSchema),
  seenTints: z.array(referenceIdSchema).max(MOST_PARTS),
  isBurntOut: z.boolean(),
  /**
   * Position of products in the set's own picture, as fractions of the picture: the center and the baseline (the
   * middle of a lying product, the upper edge of a hanging one). `size` multiplies the size that the scene would
   * choose.
   */
  place: z.strictObject({
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    size: z.number().min(0.02).max(20),
  }),
  /** Pose and camera angle in the photo of the first product, or null if unknown. */
  view: productViewSchema.nullable(),
  /** Shadow as requested, or null if the scene decides. */
  shadow: shadowSchema.nullable(),
  /** Source of the first product's shadow. */
  shadowSource: z.enum(SHADOW_SOURCES),
  /** Direction of that shadow in the picture, in degrees, if it came from the photo and fell to a side; else null. */
  shadowFallsDeg: z.number().min(0).max(360).nullable(),
  matchPercent: matchPercentSchema,
  /** Strength of the background's film grain, in levels of 255. */
  grain: z.number().min(0).max(4),
  seed: z.number().int().min(0),
});
export type SceneLock = Readonly<z.infer<typeof sceneLockSchema>>;

/** Limits of a lamp's level; 1 is as the scene was planned or made. */
export const LAMP_LEVELS = { least: 0.05, most: 3 } as const;

export const lampSchema = z.strictObject({
  /** Factor of the lamp's light. */
  level: z.number().min(LAMP_LEVELS.least).max(LAMP_LEVELS.most),
  /** Shift of its color, from -1 (cool) to 1 (warm). */
  warmth: z.number().min(-1).max(1),
  /** Color that its light takes on; missing for the scene's own. */
  color: hexColorSchema.optional(),
});
export type Lamp = Readonly<z.infer<typeof lampSchema>>;

export const SCENE_TOOL_IDS = [TOOL_IDS.product, TOOL_IDS.text, TOOL_IDS.ipProduct, TOOL_IDS.ipText] as const;
const PRODUCT_SCENE_TOOL_IDS = [TOOL_IDS.product, TOOL_IDS.ipProduct] as const;
/** IDs of tools that follow a reference picture. */
const REFERENCE_SCENE_TOOL_IDS = [TOOL_IDS.ipProduct, TOOL_IDS.ipText] as const;

const includes = (ids: readonly number[], id: number): boolean => ids.includes(id);

const ASPECT_RATIO_IDS: readonly number[] = ASPECT_RATIOS.map(({ id }) => id);

export const SCENE_OPTIONS = {
  prompt: textOption(
    oneLineText(SCENE_PROMPT_MAX_LENGTH, OWN_MESSAGES.scenePromptTooLong).regex(/^[^\p{Cc}\p{Cs}]*$/u),
    {
      wire: 'prompt',
      default: '',
      says: 'The scene in words: place, materials, colors, light; required without a product and without a set',
      isRecorded: false,
      flag: { short: 'p' },
    },
  ),
  referenceId: textOption(referenceIdSchema, {
    wire: 'reference_id',
    apiName: 'set_id',
    says: 'Id of a studio set; by default one that suits the words and the product',
    needs: 'reference',
    flag: { name: 'set', value: 'ID' },
  }),
  light: textOption(sceneLightSchema, { wire: 'light', default: 'auto', says: 'Mood of the light' }),
  palette: jsonOption(paletteSchema, {
    wire: 'palette',
    default: [],
    says: 'Up to four colors like #c0ffee for recolorable objects, most important first',
    flag: { value: 'COLORS', fromText: (text) => text.split(',').map((color) => color.trim()) },
  }),
  lamps: jsonOption(byPart(lampSchema), {
    wire: 'lamps',
    isInRecipes: false,
    says: 'Changes of lamps by ID (key, fill, rim, env, practical): level (1 leaves the light as it is), warmth (-1 to 1) and color; lamps that a set lacks are ignored, and all of them with look',
    flag: null,
  }),
  partColors: jsonOption(byPart(hexColorSchema), {
    wire: 'part_colors',
    isInRecipes: false,
    says: 'Colors of parts of the set by ID, such as wall or table; parts that a set lacks are ignored, and all of them with look',
    flag: null,
  }),
  placement: jsonOption(placementSchema, {
    wire: 'placement',
    says: 'Placement of the product; by default on the scene’s stage',
    needs: 'image',
  }),
  shadow: jsonOption(shadowSchema, {
    wire: 'shadow',
    isInRecipes: false,
    says: 'The product’s shadow; by default the photo’s own if the scene has the photo’s camera angle, otherwise one from the scene’s light',
    needs: 'image',
    flag: { value: 'KIND', fromText: (kind) => ({ ...DEFAULT_SHADOW, kind }) },
  }),
  view: jsonOption(productViewSchema, {
    wire: 'view',
    says: 'Camera angle of the product’s photo; by default estimated from its outline',
    needs: 'image',
    flag: {
      value: 'POSE,DEGREES',
      fromText: (text) => {
        const [pose, degrees = ''] = text.split(',');
        return { pose, elevationDeg: Number(degrees || Number.NaN) };
      },
    },
  }),
  look: jsonOption(sceneLockSchema, {
    wire: 'look',
    says: 'The `look` of an earlier scene, to continue its series with another product. It replaces prompt, set, reference, light, palette and seed, and makes one variant; placement, shadow and light_match override it where they are given. Other engines ignore it',
    needs: 'image',
    unreadable: null,
  }),
  matchPercent: numberOption(matchPercentSchema, {
    wire: 'light_match',
    preset: DEFAULT_MATCH_PERCENT,
    says: `How far the product’s light matches the scene, in percent; 0 leaves its pixels exactly as they are; by default ${DEFAULT_MATCH_PERCENT}`,
    needs: 'image',
    flag: { name: 'match' },
  }),
  scale: textOption(productScaleSchema, {
    wire: 'product_scale',
    says: 'Real-world size of the product; by default it goes on a table, unless the words say otherwise',
    needs: 'image',
    flag: { name: 'scale' },
  }),
  productColors: jsonOption(paletteSchema, {
    wire: 'product_colors',
    isInRecipes: false,
    isRecorded: false,
    says: 'The product’s main colors, from which the background stands apart; by default read from the picture',
    needs: 'image',
    flag: null,
  }),
  framing: textOption(z.enum(FRAMINGS), {
    wire: 'framing',
    isInRecipes: false,
    says: 'Distance of the camera: near shows more of the product than usual, close-up little but the product, wide leaves room around it; words in the prompt come first; by default each variant has its own',
    flag: { name: 'framing' },
  }),
  aspectRatioId: numberOption(
    z
      .number()
      .int()
      .refine((id) => ASPECT_RATIO_IDS.includes(id), 'Unknown aspect_ratio.'),
    {
      wire: 'aspect_ratio',
      isInRecipes: false,
      default: 1,
      says: "The picture's shape",
      labels: Object.fromEntries(ASPECT_RATIOS.map(({ id, label }) => [label, id])),
      flag: { name: 'ratio' },
    },
  ),
  isLarger: flagOption(z.boolean(), {
    wire: 'larger_size',
    isInRecipes: false,
    default: false,
    says: `Makes the longer side ${SCENE_LARGER_SIDE_PX} pixels, or as many as larger_side, for any aspect ratio`,
    flag: null,
  }),
  largerSidePx: numberOption(sceneLargerSideSchema, {
    wire: 'larger_side',
    isInRecipes: false,
    preset: SCENE_LARGER_SIDE_PX,
    says: `With larger_size: pixels of the longer side; by default ${SCENE_LARGER_SIDE_PX}`,
    onlyWith: 'isLarger',
    flag: null,
  }),
  count: numberOption(z.literal(GENERATE_COUNTS, `Send ${GENERATE_COUNTS.join(' or ')}.`), {
    wire: 'count',
    isInRecipes: false,
    default: GENERATE_DEFAULT_COUNT,
    says: 'Number of variants',
    flag: null,
  }),
  seed: numberOption(z.number().int().min(0).max(SEED_MAX), {
    wire: 'seed',
    says: 'The same seed makes the same pictures',
    isRecorded: false,
    flag: { default: 1 },
  }),
};

export const sceneFormSchema = z
  .object({
    feature_type: toolIdSchema
      .refine((id) => includes(SCENE_TOOL_IDS, id), 'This feature_type doesn’t make scenes.')
      .describe('2 product, 4 text, 5 product after a reference, 6 text after a reference'),
    image_s3: storageKeySchema
      .optional()
      .describe(
        'The product: a cut-out, or a photo whose background is removed first; for 2 and 5, otherwise ignored',
      ),
    reference_s3: storageKeySchema
      .optional()
      .describe('A picture whose colors, light and mood to follow; for 5 and 6, otherwise ignored'),
    beside: inJson(besideRequestSchema, BESIDE_MAX_LENGTH)
      .optional()
      .describe(
        'JSON: up to five further products in the scene, each a cut-out (`image_s3`) with its `placement`; without one it stands in a row with the first product. If the first product’s `placement` is missing, the scene places them together, as the others’ placements arrange them in a square with the first product in its middle, 0.3 wide. For 2 and 5 with the built-in engine, otherwise ignored',
      ),
    scene_s3: storageKeySchema
      .optional()
      .describe(
        'A scene made here, of which this one is a changed version; needs its products (image_s3 and beside), each of them visible, and its look, in which light, colors and exposure may differ; free. `view` changes only the pose. Prompt, camera and seed stay as they were',
      ),
    ...formFields(SCENE_OPTIONS),
    ...ENGINE_FIELDS,
    product_lock: z
      .enum(['true', 'false'])
      .optional()
      .describe(
        'For engines other than the built-in one; unless false, the product’s own pixels are restored in the result',
      ),
  })
  .refine((form) => !includes(PRODUCT_SCENE_TOOL_IDS, form.feature_type) || form.image_s3 !== undefined, {
    path: ['image_s3'],
    message: OWN_MESSAGES.productNeeded,
  })
  .refine(
    (form) =>
      !includes(REFERENCE_SCENE_TOOL_IDS, form.feature_type) ||
      form.reference_s3 !== undefined ||
      form.reference_id !== undefined,
    { path: ['reference_id'], message: OWN_MESSAGES.referenceNeeded },
  );

export interface SceneInput extends OptionValues<typeof SCENE_OPTIONS> {
  readonly imageKey?: string;
  /** Storage key of a user's picture whose style the scene follows. */
  readonly referenceKey?: string;
  /** Further products in the scene; nearer ones hide those behind them. */
  readonly beside?: readonly BesideRequest[];
  /** Storage key of a scene of the same product and set, of which this one is a changed version. */
  readonly sceneKey?: string;
  /** True for a scene of a recipe, in which the product determines only the camera's height. */
  readonly isInSeries?: boolean;
  /** True if `look` is from a scene of this product, whose view is then determined as for that scene. */
  readonly isOwnLook?: boolean;
}

/** Settings of a made scene from which it is made again in other sizes. `placement` is for this aspect ratio. */
export interface MadeScene extends Pick<
  SceneInput,
  'shadow' | 'matchPercent' | 'view' | 'aspectRatioId' | 'isOwnLook'
> {
  readonly look: SceneLock;
  readonly placement: Placement;
}

export const sceneStep = (
  { hasProduct, seed }: { readonly hasProduct: boolean; readonly seed: number },
  facts: Pick<SceneFacts, 'title' | 'reference_id' | 'light'> | null,
): StepOf => ({
  effect: hasProduct ? 'put-on-set' : 'show-set',
  ...(facts && { ingredient: { kind: 'studio-set', name: facts.title } }),
  parameters: { seed, ...(facts && { set: facts.reference_id, light: facts.light }) },
});

const SCENE_FORM = defineForm({
  schema: sceneFormSchema,
  /** Omits form fields that don't apply to the `feature_type`. */
  decode: ({ feature_type, image_s3, reference_s3, beside = [], scene_s3, ...form }): SceneInput => {
    const has = {
      image: includes(PRODUCT_SCENE_TOOL_IDS, feature_type),
      reference: includes(REFERENCE_SCENE_TOOL_IDS, feature_type),
    };
    return {
      ...decodeOptions(SCENE_OPTIONS, form, (picture) => has[picture]),
      ...(has.image && image_s3 !== undefined && { imageKey: image_s3 }),
      ...(has.reference && reference_s3 !== undefined && { referenceKey: reference_s3 }),
      ...(has.image && beside.length > 0 && { beside }),
      // Decodes the key for tools without a product too, so that the server can refuse such a form without charging.
      ...(scene_s3 !== undefined && { sceneKey: scene_s3 }),
    };
  },
  encode: (input, engine) => {
    const { imageKey, referenceKey, beside = [], sceneKey } = input;
    return {
      feature_type: sceneToolId(input),
      ...(imageKey !== undefined && { image_s3: imageKey }),
      ...(referenceKey !== undefined && { reference_s3: referenceKey }),
      ...(beside.length > 0 && { beside: JSON.stringify(beside) }),
      ...(sceneKey !== undefined && { scene_s3: sceneKey }),
      ...encodeOptions(SCENE_OPTIONS, input),
      ...engineFields(engine),
      ...(engine !== null && imageKey !== undefined && { product_lock: flagText(engine.keepsProduct) }),
    };
  },
});

const sceneToolId = ({ imageKey, referenceKey, referenceId }: SceneInput): ToolId =>
  getToolId(imageKey !== undefined, referenceKey !== undefined || referenceId !== undefined);

function getToolId(hasProduct: boolean, hasReference: boolean): ToolId {
  if (!hasProduct) return hasReference ? TOOL_IDS.ipText : TOOL_IDS.text;
  return hasReference ? TOOL_IDS.ipProduct : TOOL_IDS.product;
}

/** Facts of a variant's scene, including the words of the prompt that it follows. */
export const sceneFactsSchema = z.object({
  reference_id: referenceIdSchema,
  title: z.string(),
  light: sceneLightSchema,
  palette: paletteSchema,
  /** Phrases of the prompt that the engine understood, as the user wrote them, each with its interpretation. */
  understood: z.array(z.object({ phrase: z.string(), as: z.string() })),
  /** Words of the prompt that had no effect. */
  ignored: z.array(z.string()),
  /**
   * Source of the product's shadow: its photo, or the light of the scene. Missing without a product and in records of
   * older releases.
   */
  shadow: z.enum(SHADOW_SOURCES).optional(),
  /** Degrees by which the camera looks down. Missing in records of older releases. */
  elevation_deg: z.number().optional(),
  /** Further products in the scene, where they are in the picture; missing if there are none. */
  beside: besideSchema.optional(),
  /** Scene lock for further products in a similar scene. Missing without a product and in older records. */
  look: sceneLockSchema.optional(),
});
export type SceneFacts = z.infer<typeof sceneFactsSchema>;

export const referenceSchema = z.object({
  id: referenceIdSchema,
  title: z.string(),
  /** URL of the reference's preview picture: 640 px, WebP, square. */
  image: z.string(),
  /** Angles by which the cameras of its sets look down, in degrees. */
  elevations_deg: z.array(z.number()),
  tints: z.array(z.object({ id: z.string(), color: hexColorSchema })),
  keywords: z.array(z.string()),
  /**
   * Default position of a product for each aspect ratio: the center of the product's baseline and the available space,
   * as fractions of the picture.
   */
  stages: z.array(
    z.object({
      aspect_ratio: z.number().int(),
      footX: z.number(),
      footY: z.number(),
      maxWidth: z.number(),
      maxHeight: z.number(),
      /** Crop of the square preview picture for this aspect ratio, as fractions of that picture. */
      crop: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    }),
  ),
});
export type Reference = z.infer<typeof referenceSchema>;
export const studioSetParamsSchema = z.object({
  /** ID of a studio set, as in `look.setId`: a family of sets, seen by one camera. */
  id: referenceIdSchema,
});
export const studioSetResponseSchema = z.object({
  data: z.object({
    /** URL that precedes the names of the set's files. It changes with their bytes, so each file is cached forever. */
    files: z.string(),
    /** The set's `set.json`, whose format is the image engine's. */
    set: z.record(z.string(), z.unknown()),
  }),
});
export const referencesResponseSchema = z.object({ data: z.array(referenceSchema) });

/** Further products of a call: picture `image_2` with option `placement_2`, up to `image_6`. */
export const BESIDE_CALL = Array.from({ length: MOST_BESIDE }, (_, at) => at + 2).map((number) => ({
  number,
  picture: `image_${number}`,
  option: `placement_${number}`,
}));

/** Field of the form that an error about a further product names; `besideIndexIn` reads it. */
export const besideField = (index: number): string => `beside.${index}`;
/** Index of the further product that an error about a field names, from 0; null for any other field. */
export function besideIndexIn(field: string): number | null {
  const [, digit] = /^beside\.(\d)\b/.exec(field) ?? [];
  return digit === undefined ? null : Number(digit);
}

/** Values of the further products by the names of their pictures or options in the API; without missing values. */
export const besideValues = <Value>(
  kind: 'picture' | 'option',
  values: readonly Value[],
): Record<string, Exclude<Value, undefined>> =>
  Object.fromEntries(
    BESIDE_CALL.flatMap(({ [kind]: name }, at) => {
      const value = values[at];
      return value === undefined ? [] : [[name, value as Exclude<Value, undefined>]];
    }),
  );

export const SCENE_ENDPOINT = {
  ...STARTS_TASKS,
  ...SCENE_FORM,
  operationId: 'generate',
  path: `${GENERATIONS_PATH}/generate-vs/`,
  summary:
    'Place a product in a scene, or create a scene without one, in several variants; returns a stream of task events',
  cost: 'one credit for all variants; a changed version of a scene (scene_s3) is free',
  errors: [
    ...GENERATION_ERRORS,
    'NOT_FOUND',
    'NO_SUBJECT',
    'PROMPT_EMPTY',
    'WORDS_NOT_SHOWN',
    'REFERENCE_NOT_FOUND',
    'PLACEMENT_OUTSIDE',
    'PRODUCTS_TOO_LARGE',
    'PRODUCT_HIDDEN',
    'BESIDE_NOT_CUT_OUT',
    'BESIDE_UNREADABLE',
    'LOOK_GONE',
    'VIEW_NOT_IN_LOOK',
  ],
  call: {
    collection: 'scenes',
    operationId: 'createScene',
    summary: 'Place a product in a scene, or create a scene without one, in two or four variants',
    cost: 'one credit for all variants',
    pictures: {
      image: {
        field: 'image_s3',
        isRequired: false,
        about:
          'The product: a cut-out, or a photo whose background is removed first; without it, a scene without a product',
      },
      reference: {
        field: 'reference_s3',
        isRequired: false,
        about: 'A picture whose colors, light and mood to follow',
      },
      ...Object.fromEntries(
        BESIDE_CALL.map(({ number, picture }) => [
          picture,
          { field: 'beside', isRequired: false, about: `Product ${number} of the scene: a cut-out` },
        ]),
      ),
    },
    options: {
      ...apiOptions(SCENE_OPTIONS),
      ...Object.fromEntries(BESIDE_CALL.map(({ option }) => [option, 'placement'])),
    },
    about: {
      ...apiWords(SCENE_OPTIONS),
      ...Object.fromEntries(
        BESIDE_CALL.map(({ picture, option }) => [option, `Placement of ${picture}; ${PLACED_BESIDE}`]),
      ),
    },
    list: { field: 'beside', key: 'image_s3', option: 'placement', after: 'image', items: BESIDE_CALL },
    toolId: (isGiven) => getToolId(isGiven('image'), isGiven('reference') || isGiven('set_id')),
    makes: 'picture',
  },
} as const satisfies Endpoint;
