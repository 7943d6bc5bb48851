/** Scene settings: the product's placement, the background, its shadow, and the output. */
import { SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { settingFields, settingsOfRecord, startingSettings } from '@packshot/contract/tools/option-settings';
import {
  MOST_BESIDE,
  placementSchema,
  referenceIdSchema,
  SCENE_OPTIONS,
} from '@packshot/contract/tools/scene';
import type { Shadow } from '@packshot/contract/tools/scene';
import type { RecordSettings } from '@packshot/contract/records/schemas';
import { z } from 'zod';

export const BACKGROUND_KINDS = ['scene', 'color', 'picture', 'transparent'] as const;
export type BackgroundKind = (typeof BACKGROUND_KINDS)[number];

const ownPictureSchema = z.object({ id: z.uuid(), name: z.string().min(1).max(255) });
export type OwnReference = Readonly<z.infer<typeof ownPictureSchema>>;

/**
 * Further product in a scene: one of the user's own pictures, which is a cut-out, and its place. While the scene places
 * the first product, the places are those of an arrangement (`GROUP_FIRST`).
 */
const otherProductSchema = ownPictureSchema.extend({ placement: placementSchema });
export type OtherProduct = Readonly<z.infer<typeof otherProductSchema>>;

/** Reference for a scene: a built-in picture, the user's own, or a result to continue from. */
const referenceChoiceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built-in'), id: referenceIdSchema }),
  z.object({ kind: z.literal('own'), picture: ownPictureSchema }),
  z.object({ kind: z.literal('result'), id: z.uuid() }),
]);
export type ReferenceChoice = Readonly<z.infer<typeof referenceChoiceSchema>>;

/** Whether the browser or the server computes the shadow; false for the shadow in the photo. */
export const isComputed = (shadow: Shadow): boolean => shadow.kind !== 'photo';

/**
 * Tool options that become settings of the studio without changes. The reference has a setting of its own, and the
 * product's colors come from the scene on the stage.
 */
const { referenceId: _reference, productColors: _colors, ...OPTIONS } = SCENE_OPTIONS;

export const sceneSettingsSchema = z.object({
  ...settingFields(OPTIONS),
  prompt: z.string().max(SCENE_PROMPT_MAX_LENGTH),
  reference: referenceChoiceSchema.nullable(),
  /** Selected kind of background. The settings of the other kinds stay. */
  background: z.enum(BACKGROUND_KINDS),
  color: z.string().regex(/^#[\da-f]{6}$/),
  picture: ownPictureSchema.nullable(),
  /** Has a default, because older documents lack it. */
  otherProducts: z.array(otherProductSchema).max(MOST_BESIDE).default([]),
});
export type SceneSettings = Readonly<z.infer<typeof sceneSettingsSchema>>;

export const DEFAULT_SCENE: SceneSettings = {
  ...startingSettings(OPTIONS),
  reference: null,
  background: 'scene',
  color: '#f3f1ee',
  picture: null,
  otherProducts: [],
};

/** Scene settings with which a record's picture was made. */
export const recordedScene = (record: RecordSettings): Partial<SceneSettings> =>
  settingsOfRecord(OPTIONS, record);

export const ownPictureIds = ({ picture, reference, otherProducts }: SceneSettings): string[] => [
  ...(picture ? [picture.id] : []),
  ...otherProducts.map(({ id }) => id),
  ...(reference?.kind === 'own' ? [reference.picture.id] : []),
];
