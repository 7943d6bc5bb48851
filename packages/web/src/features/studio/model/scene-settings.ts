/** What a scene is asked for: the product's place, what lies behind it, its shadow, and the output. */
import { SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { settingFields, settingsOfRecord, startingSettings } from '@packshot/contract/tools/option-settings';
import { referenceIdSchema, SCENE_OPTIONS } from '@packshot/contract/tools/scene';
import type { Shadow } from '@packshot/contract/tools/scene';
import type { RecordSettings } from '@packshot/contract/records/schemas';
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

/** Options of the tool that the studio sets as they are: what a scene follows is one choice here. */
const { referenceId: _reference, ...OPTIONS } = SCENE_OPTIONS;

export const sceneSettingsSchema = z.object({
  ...settingFields(OPTIONS),
  // As it is being typed.
  prompt: z.string().max(SCENE_PROMPT_MAX_LENGTH),
  reference: referenceChoiceSchema.nullable(),
  /** What lies behind the product. The others keep what they were set to. */
  background: z.enum(BACKGROUND_KINDS),
  /** Behind the product when the background is a color. */
  color: z.string().regex(/^#[\da-f]{6}$/),
  /** Behind the product when the background is a picture. */
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

/** Settings as a record's picture was made with. */
export const recordedScene = (record: RecordSettings): Partial<SceneSettings> =>
  settingsOfRecord(OPTIONS, record);

/** The pictures of the user's own that these settings name. */
export const ownPictureIds = ({ picture, reference }: SceneSettings): string[] => [
  ...(picture ? [picture.id] : []),
  ...(reference?.kind === 'own' ? [reference.picture.id] : []),
];
