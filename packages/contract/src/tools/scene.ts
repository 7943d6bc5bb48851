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
  jsonOption,
  numberOption,
  textOption,
} from './options.ts';
import type { OptionValues } from './options.ts';
import { defineForm } from './tool-form.ts';
import { storageKeySchema } from './upload.ts';
import { productViewSchema } from './view.ts';
import type { Pose } from './view.ts';

/** Where a product stands in a picture: what the canvas draws and what the engine composes are the same numbers. */
export const placementSchema = z.strictObject({
  /** Middle of the product's visible box (alpha above ALPHA_VISIBLE_ABOVE), as shares of the picture's width and height. */
  centerX: z.number().min(-1).max(2),
  centerY: z.number().min(-1).max(2),
  /** Width of that box before it is turned, as a share of the picture's width. */
  width: z.number().min(0.01).max(4),
  /** Clockwise. */
  rotationDeg: z.number().min(-180).max(180),
  /** Mirrored left to right, before it is turned. */
  isFlipped: z.boolean(),
});
export type Placement = z.infer<typeof placementSchema>;

/** No product is longer than so many times its width; a wand is not. */
const TALLEST = 8;

/** True when no product, however tall, could be seen there: what is refused before anybody knows the product's shape. */
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
   * `contact` stands on the ground, `floating` hovers above it. `photo` is the product's own, in the photo that it was cut from; where its cut-out
   * does not have it, a computed one.
   */
  kind: z.enum(SHADOW_KINDS),
  /** Where it falls, clockwise from the right as seen in the picture; null follows the scene's light. */
  directionDeg: z.number().min(0).max(360).nullable(),
  /** 0 is as sharp as a small sun's, 1 as soft as an overcast sky's; null follows the scene's light. */
  softness: z.number().min(0).max(1).nullable(),
  /** 0 is none, 1 is what physics says, 2 twice that. */
  opacity: z.number().min(0).max(2),
});
export type Shadow = z.infer<typeof shadowSchema>;
/** How far a product takes on the light of its scene, in percent: 0 leaves its pixels exactly as they are. */
export const matchPercentSchema = z.number().int().min(0).max(100);
export const DEFAULT_MATCH_PERCENT = 70;

export const DEFAULT_SHADOW: Shadow = { kind: 'contact', directionDeg: null, softness: null, opacity: 1 };

/** Computed for a product by how it was seen: what hovers throws another one than what stands, lies or hangs. @param pose null: not known, it stands */
export const shadowOfPose = (pose: Pose | null): Shadow =>
  pose === 'floats' ? { ...DEFAULT_SHADOW, kind: 'floating' } : DEFAULT_SHADOW;

/** Moods of light that every studio set can be put under. `auto` lets prompt, reference and seed decide. */
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
/** Colors for the tintable materials, the most important first. */
export const paletteSchema = z.array(hexColorSchema).max(4);

export const sceneLargerSideSchema = z.literal(SCENE_LARGER_SIDES_PX);

/** Ids of the built-in references: a family of studio sets. */
export const referenceIdSchema = boundedText(64).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

/**
 * The camera distance: `near` shows slightly less of the set and more of the product than `usual`, `close-up`
 * the stage and little else; `wide` leaves room around a smaller product.
 */
export const FRAMINGS = ['usual', 'near', 'close-up', 'wide'] as const;
export type Framing = (typeof FRAMINGS)[number];

export const SHADOW_SOURCES = ['photo', 'computed', 'none'] as const;
export type ShadowSource = (typeof SHADOW_SOURCES)[number];

/** No set has more lights or paintable parts. */
const MOST_PARTS = 12;
const byPart = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .record(referenceIdSchema, schema)
    .refine((parts) => Object.keys(parts).length <= MOST_PARTS, 'Too many parts.');
/** Linear light, as a factor. */
const gainSchema = z.number().min(0).max(100);

/**
 * How a scene came out, but for its product: pictures of other products with the same look are a series. It is taken from the facts of a scene
 * and given with the request for the next one.
 */
export const sceneLookSchema = z.strictObject({
  /** The studio set: a family seen by one camera. */
  setId: referenceIdSchema,
  isMirrored: z.boolean(),
  framing: z.enum(FRAMINGS),
  light: sceneLightSchema,
  /** By light: its linear red, green and blue. */
  lights: byPart(z.tuple([gainSchema, gainSchema, gainSchema])),
  exposure: gainSchema,
  keySoftness: gainSchema,
  /** By paintable part. */
  tints: byPart(hexColorSchema),
  seenTints: z.array(referenceIdSchema).max(MOST_PARTS),
  isBurntOut: z.boolean(),
  /**
   * Where products stand in the set's own picture, as shares of it: their middle, and the line on which they stand (the middle of what lies, the
   * upper edge of what hangs). `size` multiplies the size that the scene would give them.
   */
  place: z.strictObject({
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    size: z.number().min(0.02).max(20),
  }),
  /** How the first product was seen; null: unknown. */
  view: productViewSchema.nullable(),
  /** As it was asked for; null: left to the scene. */
  shadow: shadowSchema.nullable(),
  /** Where the first product's shadow came from, and to where it fell in the picture, if it came from the photo and leaned to a side. */
  shadowSource: z.enum(SHADOW_SOURCES),
  shadowFallsDeg: z.number().min(0).max(360).nullable(),
  matchPercent: matchPercentSchema,
  /** Of the ground, in levels of 255. */
  grain: z.number().min(0).max(4),
  seed: z.number().int().min(0),
});
export type SceneLook = Readonly<z.infer<typeof sceneLookSchema>>;

/** `feature_type` values that ask for a scene. */
export const SCENE_TOOL_IDS = [TOOL_IDS.product, TOOL_IDS.text, TOOL_IDS.ipProduct, TOOL_IDS.ipText] as const;
/** Those that put a product into it. */
const PRODUCT_SCENE_TOOL_IDS = [TOOL_IDS.product, TOOL_IDS.ipProduct] as const;
/** Those that follow a reference picture. */
const REFERENCE_SCENE_TOOL_IDS = [TOOL_IDS.ipProduct, TOOL_IDS.ipText] as const;

const includes = (ids: readonly number[], id: number): boolean => ids.includes(id);

const ASPECT_RATIO_IDS: readonly number[] = ASPECT_RATIOS.map(({ id }) => id);

/** Options of a scene. */
export const SCENE_OPTIONS = {
  prompt: textOption(
    oneLineText(SCENE_PROMPT_MAX_LENGTH, OWN_MESSAGES.scenePromptTooLong).regex(/^[^\p{Cc}\p{Cs}]*$/u),
    {
      wire: 'prompt',
      default: '',
      says: 'The scene in words: place, materials, colors, light; needed without a product and without a set',
      isRecorded: false,
      flag: { short: 'p' },
    },
  ),
  referenceId: textOption(referenceIdSchema, {
    wire: 'reference_id',
    apiName: 'set_id',
    says: 'A studio set by its id; absent: one that suits the words and the product',
    needs: 'reference',
    flag: { name: 'set', value: 'ID' },
  }),
  light: textOption(sceneLightSchema, { wire: 'light', default: 'auto', says: 'A mood of light' }),
  palette: jsonOption(paletteSchema, {
    wire: 'palette',
    default: [],
    says: 'Up to four colors like #c0ffee for what can be painted, the most important first',
    flag: { value: 'COLORS', fromText: (text) => text.split(',').map((color) => color.trim()) },
  }),
  placement: jsonOption(placementSchema, {
    wire: 'placement',
    says: 'Where the product stands; absent: on the stage of the scene',
    needs: 'image',
  }),
  shadow: jsonOption(shadowSchema, {
    wire: 'shadow',
    isInRecipes: false,
    says: "The product's shadow; absent: the photo's own where the scene is seen as the photo was, else what the light of the scene throws",
    needs: 'image',
    flag: { value: 'KIND', fromText: (kind) => ({ ...DEFAULT_SHADOW, kind }) },
  }),
  view: jsonOption(productViewSchema, {
    wire: 'view',
    says: 'How the product was seen in its photo; absent: as far as its outline shows it',
    needs: 'image',
    flag: {
      value: 'POSE,DEGREES',
      fromText: (text) => {
        const [pose, degrees = ''] = text.split(',');
        return { pose, elevationDeg: Number(degrees || Number.NaN) };
      },
    },
  }),
  look: jsonOption(sceneLookSchema, {
    wire: 'look',
    says: 'The `look` of an earlier scene, for another product: a picture of the same series. It decides what prompt, set, reference, light, palette and seed decide otherwise, and there is one variant; placement, shadow and light_match count more where they are given. Other engines do not look at it',
    needs: 'image',
    unreadable: null,
  }),
  matchPercent: numberOption(matchPercentSchema, {
    wire: 'light_match',
    preset: DEFAULT_MATCH_PERCENT,
    says: `How far the product takes on the light of the scene, in percent; 0 leaves its pixels exactly as they are; absent: ${DEFAULT_MATCH_PERCENT}`,
    needs: 'image',
    flag: { name: 'match' },
  }),
  scale: textOption(productScaleSchema, {
    wire: 'product_scale',
    says: 'How large the product is in life; absent: it goes on a table, unless words name something else',
    needs: 'image',
    flag: { name: 'scale' },
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
    says: `The longer side has ${SCENE_LARGER_SIDE_PX} pixels, or what larger_side says, whatever the aspect ratio`,
    flag: null,
  }),
  largerSidePx: numberOption(sceneLargerSideSchema, {
    wire: 'larger_side',
    isInRecipes: false,
    preset: SCENE_LARGER_SIDE_PX,
    says: `With larger_size: pixels of the longer side; absent: ${SCENE_LARGER_SIDE_PX}`,
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
      .refine((id) => includes(SCENE_TOOL_IDS, id), 'No scene is made for this feature_type.')
      .describe('2 product, 4 text, 5 product after a reference, 6 text after a reference'),
    image_s3: storageKeySchema
      .optional()
      .describe(
        'The product: a cut-out, or a photo whose background is removed first; for 2 and 5, else not looked at',
      ),
    reference_s3: storageKeySchema
      .optional()
      .describe('A picture whose colors, light and mood to follow; for 5 and 6, else not looked at'),
    ...formFields(SCENE_OPTIONS),
    ...ENGINE_FIELDS,
    product_lock: z
      .enum(['true', 'false'])
      .optional()
      .describe(
        "For another engine than the built-in one; unless false, the product's own pixels are put back over what it made",
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

/** A scene in several variants, as its options say. */
export interface SceneInput extends OptionValues<typeof SCENE_OPTIONS> {
  /** The product; absent: the scene alone. */
  readonly imageKey?: string;
  /** A picture of the user's to follow. */
  readonly referenceKey?: string;
}

/** @param facts of what was composed */
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
  /** What the `feature_type` does not call for is left out. */
  decode: ({ feature_type, image_s3, reference_s3, ...form }): SceneInput => {
    const has = {
      image: includes(PRODUCT_SCENE_TOOL_IDS, feature_type),
      reference: includes(REFERENCE_SCENE_TOOL_IDS, feature_type),
    };
    return {
      ...decodeOptions(SCENE_OPTIONS, form, (picture) => has[picture]),
      ...(has.image && image_s3 !== undefined && { imageKey: image_s3 }),
      ...(has.reference && reference_s3 !== undefined && { referenceKey: reference_s3 }),
    };
  },
  encode: (input, engine) => {
    const { imageKey, referenceKey } = input;
    return {
      feature_type: sceneToolId(input),
      ...(imageKey !== undefined && { image_s3: imageKey }),
      ...(referenceKey !== undefined && { reference_s3: referenceKey }),
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

/** What a variant's scene was made of, and what of the prompt it follows. */
export const sceneFactsSchema = z.object({
  /** Family of the studio set. */
  reference_id: referenceIdSchema,
  title: z.string(),
  light: sceneLightSchema,
  palette: paletteSchema,
  /** Phrases of the prompt that were understood, as written, and what each was taken for. */
  understood: z.array(z.object({ phrase: z.string(), as: z.string() })),
  /** Words of the prompt that nothing was done with. */
  ignored: z.array(z.string()),
  /** Where the product's shadow comes from: its photo, or the light of the scene. Absent without a product, and in earlier records. */
  shadow: z.enum(SHADOW_SOURCES).optional(),
  /** Degrees by which its camera looks down. Absent in earlier records. */
  elevation_deg: z.number().optional(),
  /** For further products in a scene like this one. Absent without a product, and in earlier records. */
  look: sceneLookSchema.optional(),
});
export type SceneFacts = z.infer<typeof sceneFactsSchema>;

/** A built-in reference: a family of studio sets. */
export const referenceSchema = z.object({
  id: referenceIdSchema,
  title: z.string(),
  /** Address of its picture, 640 px, WebP, square. */
  image: z.string(),
  /** Degrees by which its cameras look down. */
  elevations_deg: z.array(z.number()),
  /** What can be recolored, with its color as it was composed. */
  tints: z.array(z.object({ id: z.string(), color: hexColorSchema })),
  keywords: z.array(z.string()),
  /** Where a product stands by default at each aspect ratio id: middle of its foot line and the room it has, as shares of the picture. */
  stages: z.array(
    z.object({
      aspect_ratio: z.number().int(),
      footX: z.number(),
      footY: z.number(),
      maxWidth: z.number(),
      maxHeight: z.number(),
      /** Part of the square picture that this aspect ratio shows, as shares of it. */
      crop: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    }),
  ),
});
export type Reference = z.infer<typeof referenceSchema>;
export const referencesResponseSchema = z.object({ data: z.array(referenceSchema) });

export const SCENE_ENDPOINT = {
  ...STARTS_TASKS,
  ...SCENE_FORM,
  operationId: 'generate',
  path: `${GENERATIONS_PATH}/generate-vs/`,
  summary:
    'Put a product into a scene, or make a scene alone, in several variants; answers a stream of task events',
  cost: 'one credit for all variants',
  errors: [
    ...GENERATION_ERRORS,
    'NO_SUBJECT',
    'PROMPT_EMPTY',
    'WORDS_NOT_SHOWN',
    'REFERENCE_NOT_FOUND',
    'PLACEMENT_OUTSIDE',
    'LOOK_GONE',
    'VIEW_NOT_IN_LOOK',
  ],
  call: {
    collection: 'scenes',
    operationId: 'createScene',
    summary: 'Put a product into a scene, or make a scene alone, in two or four variants',
    cost: 'one credit for all variants',
    pictures: {
      image: {
        field: 'image_s3',
        isRequired: false,
        about: 'The product: a cut-out, or a photo whose background is removed first; absent: a scene alone',
      },
      reference: {
        field: 'reference_s3',
        isRequired: false,
        about: 'A picture whose colors, light and mood to follow',
      },
    },
    options: apiOptions(SCENE_OPTIONS),
    about: apiWords(SCENE_OPTIONS),
    toolId: (isGiven) => getToolId(isGiven('image'), isGiven('reference') || isGiven('set_id')),
    makes: 'picture',
  },
} as const satisfies Endpoint;
