/** What a scene is asked for: the product's place, what lies behind it, its shadow, and the output. */
import {
  GENERATE_COUNTS,
  GENERATE_DEFAULT_COUNT,
  SCENE_LARGER_SIDE_PX,
  SCENE_PROMPT_MAX_LENGTH,
  SEED_MAX,
} from '@packshot/contract/tools/limits';
import { ASPECT_RATIOS } from '@packshot/contract/tools/aspect-ratios';
import {
  DEFAULT_MATCH_PERCENT,
  matchPercentSchema,
  paletteSchema,
  placementSchema,
  referenceIdSchema,
  sceneLargerSideSchema,
  sceneLightSchema,
  sceneLookSchema,
  shadowSchema,
} from '@packshot/contract/tools/scene';
import type { Shadow } from '@packshot/contract/tools/scene';
import { productScaleSchema } from '@packshot/contract/tools/product-scale';
import { productViewSchema } from '@packshot/contract/tools/view';
import { z } from 'zod';

export const BACKGROUND_KINDS = ['scene', 'color', 'picture', 'transparent'] as const;
export type BackgroundKind = (typeof BACKGROUND_KINDS)[number];

/** A picture of the user's own, as a blob beside the document under its id. */
const ownPictureSchema = z.object({ id: z.uuid(), name: z.string().min(1).max(255) });
export type LocalPicture = Readonly<z.infer<typeof ownPictureSchema>>;

/** What a scene follows: one of the built-in pictures, one of the user's own, or a result to go on from. */
const referenceChoiceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built-in'), id: referenceIdSchema }),
  z.object({ kind: z.literal('own'), picture: ownPictureSchema }),
  z.object({ kind: z.literal('result'), id: z.uuid() }),
]);
export type ReferenceChoice = Readonly<z.infer<typeof referenceChoiceSchema>>;

/** True for any but the photo's own: one that is computed, here or by the server. */
export const isComputed = (shadow: Shadow): boolean => shadow.kind !== 'photo';

const RATIO_IDS: readonly number[] = ASPECT_RATIOS.map(({ id }) => id);

export const sceneSettingsSchema = z.object({
  /** Null: on the stage of the scene, wherever that is. */
  placement: placementSchema.nullable(),
  /** Null: the photo's own where it is known, and on a studio set where it fits; else one that is computed. */
  shadow: shadowSchema.nullable(),
  /** What lies behind the product. The others keep what they were set to. */
  background: z.enum(BACKGROUND_KINDS),
  /** Behind the product when the background is a color. */
  color: z.string().regex(/^#[\da-f]{6}$/),
  /** Behind the product when the background is a picture. */
  picture: ownPictureSchema.nullable(),
  prompt: z.string().max(SCENE_PROMPT_MAX_LENGTH),
  reference: referenceChoiceSchema.nullable(),
  light: sceneLightSchema,
  palette: paletteSchema,
  /** How the product was seen; null: as its photo was read. Documents of earlier versions do not have it. */
  view: productViewSchema.nullable().default(null),
  /** Of an earlier scene, for a picture of the same series; null: none. */
  look: sceneLookSchema.nullable().default(null),
  /** How far the product takes on the light of the scene. */
  matchPercent: matchPercentSchema.default(DEFAULT_MATCH_PERCENT),
  /** How large the product is in life; null: as its name tells. */
  scale: productScaleSchema.nullable().default(null),
  aspectRatioId: z
    .number()
    .int()
    .refine((id) => RATIO_IDS.includes(id)),
  isLarger: z.boolean(),
  /** The longer side of a larger scene. Documents of earlier versions do not have it. */
  largerSidePx: sceneLargerSideSchema.default(SCENE_LARGER_SIDE_PX),
  count: z.literal(GENERATE_COUNTS),
  /** Null: another one each time. */
  seed: z.number().int().min(0).max(SEED_MAX).nullable(),
});
export type SceneSettings = Readonly<z.infer<typeof sceneSettingsSchema>>;

export const DEFAULT_SCENE: SceneSettings = {
  placement: null,
  shadow: null,
  background: 'scene',
  color: '#f3f1ee',
  picture: null,
  prompt: '',
  reference: null,
  light: 'auto',
  palette: [],
  view: null,
  look: null,
  matchPercent: DEFAULT_MATCH_PERCENT,
  scale: null,
  aspectRatioId: 1,
  isLarger: false,
  largerSidePx: SCENE_LARGER_SIDE_PX,
  count: GENERATE_DEFAULT_COUNT,
  seed: null,
};

/** The pictures of the user's own that these settings name. */
export const ownPictureIds = ({ picture, reference }: SceneSettings): string[] => [
  ...(picture ? [picture.id] : []),
  ...(reference?.kind === 'own' ? [reference.picture.id] : []),
];
