/** Scene settings: the product's placement, the background, its shadow, and the output. */
import { SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { settingFields, settingsOfRecord, startingSettings } from '@packshot/contract/tools/option-settings';
import { referenceIdSchema, SCENE_OPTIONS } from '@packshot/contract/tools/scene';
import type { Shadow } from '@packshot/contract/tools/scene';
import type { RecordSettings } from '@packshot/contract/records/schemas';
import { z } from 'zod';

export const BACKGROUND_KINDS = ['scene', 'color', 'picture', 'transparent'] as const;
export type BackgroundKind = (typeof BACKGROUND_KINDS)[number];

/** The user's own picture, stored as a blob under its ID in the document. */
const ownPictureSchema = z.object({ id: z.uuid(), name: z.string().min(1).max(255) });
export type OwnReference = Readonly<z.infer<typeof ownPictureSchema>>;

/** Reference for a scene: a built-in picture, the user's own, or a result to continue from. */
const referenceChoiceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built-in'), id: referenceIdSchema }),
  z.object({ kind: z.literal('own'), picture: ownPictureSchema }),
  z.object({ kind: z.literal('result'), id: z.uuid() }),
]);
export type ReferenceChoice = Readonly<z.infer<typeof referenceChoiceSchema>>;

/** True for a computed shadow, made here or by the server; false for the photo shadow. */
export const isComputed = (shadow: Shadow): boolean => shadow.kind !== 'photo';

/** Tool options that the studio uses unchanged, except for the reference, which is a setting of its own. */
const { referenceId: _reference, ...OPTIONS } = SCENE_OPTIONS;

export const sceneSettingsSchema = z.object({
  ...settingFields(OPTIONS),
  // Saved while the user is typing.
  prompt: z.string().max(SCENE_PROMPT_MAX_LENGTH),
  reference: referenceChoiceSchema.nullable(),
  /** Background kind. The others keep their settings. */
  background: z.enum(BACKGROUND_KINDS),
  /** Used if the background is a color. */
  color: z.string().regex(/^#[\da-f]{6}$/),
  /** Used if the background is a picture. */
  picture: ownPictureSchema.nullable(),
});
export type SceneSettings = Readonly<z.infer<typeof sceneSettingsSchema>>;

export const DEFAULT_SCENE: SceneSettings = {
  ...startingSettings(OPTIONS),
  reference: null,
  background: 'scene',
  color: '#f3f1ee',
  picture: null,
};

/** Settings that a record's picture was made with. */
export const recordedScene = (record: RecordSettings): Partial<SceneSettings> =>
  settingsOfRecord(OPTIONS, record);

/** IDs of the user's own pictures in these settings. */
export const ownPictureIds = ({ picture, reference }: SceneSettings): string[] => [
  ...(picture ? [picture.id] : []),
  ...(reference?.kind === 'own' ? [reference.picture.id] : []),
];
