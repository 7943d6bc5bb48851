/**
 * What undo is about, and how. Everything that a person sets is one immutable value, `Edits`; undo goes back to the
 * value before. What is not in it is not undone: results and requests (they are paid for), the view, a run that is
 * going on, and the strokes of a mask, which have their own undo while they are drawn (see strokes.ts).
 */
import { HARMONIZE_OPTIONS } from '@packshot/contract/tools/harmonize';
import { settingFields, startingSettings } from '@packshot/contract/tools/option-settings';
import { REFINE_OPTIONS } from '@packshot/contract/tools/refine';
import { UPSCALE_OPTIONS } from '@packshot/contract/tools/upscale';
import { DESCRIPTION_LANGUAGES } from '@packshot/contract/tools/languages';
import { shopTextsSchema } from '@packshot/contract/tools/shop-texts';
import type { ShopTexts } from '@packshot/contract/tools/shop-texts';
import { z } from 'zod';
import { cropSchema } from './crop.ts';
import { PHOTO_ID, resultOf } from './results.ts';
import type { PictureId, Result } from './results.ts';
import { DEFAULT_SCENE, sceneSettingsSchema } from './scene-settings.ts';
import type { SceneSettings } from './scene-settings.ts';

/** Beyond this a mask is more edge than mask. */
export const FEATHER_MAX = 0.04;

/** Options of tools that are set here as the tools have them. */
const OPTIONS = { ...UPSCALE_OPTIONS, ...HARMONIZE_OPTIONS, edges: REFINE_OPTIONS.edges };

/** What the tools are set to. */
const settingsSchema = z.object({
  /** What the magic tool is asked for; empty means: take it away. */
  prompt: z.string(),
  ...settingFields(OPTIONS),
  /** How soft the magic tool's mask is at its edge, as a share of the picture's longest side. */
  feather: z.number().min(0).max(FEATHER_MAX),
  /** What is taken away takes its shadow along. Documents of earlier versions do not have it. */
  takesShadow: z.boolean().default(true),
  /** In which a shop's texts are shown. */
  language: z.enum(DESCRIPTION_LANGUAGES),
});
export type ToolSettings = Readonly<z.infer<typeof settingsSchema>>;

export const editsSchema = z.object({
  /** The picture that is worked on. */
  currentId: z.string(),
  /** Results that were put away. */
  hiddenIds: z.array(z.string()),
  starredIds: z.array(z.string()),
  settings: settingsSchema,
  scene: sceneSettingsSchema,
  /** How a picture is about to be cropped; the picture it is about, and the crop. */
  crop: z.object({ id: z.string(), crop: cropSchema }).nullable(),
  /** What each picture shows, in words that may be edited, by the picture's id. */
  descriptions: z.record(z.string(), z.string()),
  /** What a shop page says of it, by the picture's id: as it was made. */
  shopTexts: z.record(z.string(), shopTextsSchema),
  /** What the product is called; empty when nobody has said. */
  productName: z.string(),
});
export type Edits = Readonly<z.infer<typeof editsSchema>>;

export const DEFAULT_SETTINGS: ToolSettings = {
  prompt: '',
  ...startingSettings(OPTIONS),
  feather: 0,
  takesShadow: true,
  language: 'en',
};
export const NO_EDITS: Edits = {
  currentId: PHOTO_ID,
  hiddenIds: [],
  starredIds: [],
  settings: DEFAULT_SETTINGS,
  scene: DEFAULT_SCENE,
  crop: null,
  descriptions: {},
  shopTexts: {},
  productName: '',
};

/**
 * How each edit is undone. `step`: by itself. `gather`: together with the edits of the same name right before it, as
 * the moves of one drag, the places of a slider, the letters of a word.
 */
const EDIT_POLICIES = {
  'new-picture': 'step',
  'put-away': 'step',
  star: 'step',
  describe: 'gather',
  'magic-prompt': 'gather',
  'name-product': 'gather',
  language: 'step',
  feather: 'gather',
  'takes-shadow': 'step',
  crop: 'gather',
  straighten: 'gather',
  'crop-step': 'step',
  edges: 'step',
  upscale: 'step',
  strength: 'gather',
  surroundings: 'gather',
  place: 'gather',
  'place-preset': 'step',
  shadow: 'gather',
  'shadow-kind': 'step',
  view: 'step',
  scale: 'step',
  background: 'step',
  color: 'gather',
  'scene-prompt': 'gather',
  reference: 'step',
  light: 'step',
  'scene-option': 'gather',
  palette: 'gather',
  frame: 'step',
  count: 'step',
  seed: 'gather',
  reuse: 'step',
} as const satisfies Record<string, 'step' | 'gather'>;
export type EditName = keyof typeof EDIT_POLICIES;
export const EDIT_NAMES = Object.keys(EDIT_POLICIES) as EditName[];

/** A pause longer than this ends what is gathered: the hand has begun something new. */
const GATHER_MS = 1000;
/** More than anybody goes back; a step is about a kilobyte. */
export const STEP_LIMIT = 50;

export const historySchema = z.object({
  past: z.array(editsSchema),
  future: z.array(editsSchema),
  /** The last edit, while another of its name may still join it; one that has another name by now is over. */
  last: z
    .object({ name: z.enum(EDIT_NAMES), atMs: z.number() })
    .nullable()
    .catch(null),
});
export type History = Readonly<z.infer<typeof historySchema>>;

/** What of a document can be edited. */
export interface Editable {
  readonly results: readonly Result[];
  readonly edits: Edits;
  readonly history: History;
}

export const NO_HISTORY: History = { past: [], future: [], last: null };

/**
 * Makes an edit that can be undone; the same document when it changes nothing.
 * @param nowMs when the hand made it
 */
export function edit<Document extends Editable>(
  document: Document,
  name: EditName,
  nowMs: number,
  change: (edits: Edits) => Edits,
): Document {
  const { edits, history } = document;
  const changed = change(edits);
  if (changed === edits || JSON.stringify(changed) === JSON.stringify(edits)) return document;
  const { last } = history;
  const isGathered =
    EDIT_POLICIES[name] === 'gather' && last?.name === name && nowMs - last.atMs <= GATHER_MS;
  return {
    ...document,
    edits: changed,
    history: {
      past: isGathered ? history.past : [...history.past, edits].slice(-STEP_LIMIT),
      future: [],
      last: { name, atMs: nowMs },
    },
  };
}

/** Lets the next edit begin a step of its own: a drag or a slider was let go. */
export const endGesture = <Document extends Editable>(document: Document): Document =>
  document.history.last === null ? document : { ...document, history: { ...document.history, last: null } };

export const canUndo = ({ history }: Editable): boolean => history.past.length > 0;
export const canRedo = ({ history }: Editable): boolean => history.future.length > 0;

/** The edits of the step before; the same document when there is none. */
export function undo<Document extends Editable>(document: Document): Document {
  const { past, future } = document.history;
  const before = past.at(-1);
  if (!before) return document;
  return {
    ...document,
    edits: before,
    history: { past: past.slice(0, -1), future: [document.edits, ...future], last: null },
  };
}

/** Takes the last undo back; the same document when there is none. */
export function redo<Document extends Editable>(document: Document): Document {
  const { past, future } = document.history;
  const [next, ...rest] = future;
  if (!next) return document;
  return { ...document, edits: next, history: { past: [...past, document.edits], future: rest, last: null } };
}

const canBeShown = (document: Editable, id: PictureId): boolean =>
  (id === PHOTO_ID || resultOf(document, id) !== null) && !document.edits.hiddenIds.includes(id);

/**
 * Puts a picture that has just been made on the stage: a step of its own, which undo takes back. The same document when it is
 * there already, or is not to be had.
 */
export const putOnStage = <Document extends Editable>(
  document: Document,
  id: PictureId,
  nowMs: number,
): Document =>
  canBeShown(document, id)
    ? edit(document, 'new-picture', nowMs, (edits) =>
        edits.currentId === id ? edits : { ...edits, currentId: id },
      )
    : document;

/**
 * Chooses a picture by hand, which is looking and not making: no step of undo. From then on the steps before and after are
 * about what they set, and leave the chosen picture on the stage. The same document when it is there already, or is not to be
 * had.
 */
export function choosePicture<Document extends Editable>(document: Document, id: PictureId): Document {
  if (document.edits.currentId === id || !canBeShown(document, id)) return document;
  const edits = { ...document.edits, currentId: id };
  const { past, future } = document.history;
  return {
    ...document,
    edits,
    history: {
      past: settledOn(id, edits, past.toReversed()).toReversed(),
      future: settledOn(id, edits, future),
      last: null,
    },
  };
}

/** Steps from now on outwards, with one picture in all of them that can show it; what differed by the picture alone is gone. */
function settledOn(id: PictureId, now: Edits, steps: readonly Edits[]): Edits[] {
  const kept: Edits[] = [];
  let before = JSON.stringify(now);
  for (const step of steps) {
    const settled = step.hiddenIds.includes(id) ? step : { ...step, currentId: id };
    const text = JSON.stringify(settled);
    if (text !== before) kept.push(settled);
    before = text;
  }
  return kept;
}

/**
 * Adds a result. One that is there already stays as it is.
 * @param isChosen makes it the picture that is worked on
 */
export function addResult<Document extends Editable & { readonly results: Result[] }>(
  document: Document,
  result: Result,
  nowMs: number,
  isChosen = true,
): Document {
  const grown = resultOf(document, result.id)
    ? document
    : { ...document, results: [...document.results, result] };
  return isChosen ? putOnStage(grown, result.id, nowMs) : grown;
}

/** Puts a result away. When it was the current picture, the nearest of its inputs that is shown takes its place. */
export function putAway<Document extends Editable>(
  document: Document,
  id: PictureId,
  nowMs: number,
): Document {
  const { hiddenIds } = document.edits;
  if (resultOf(document, id) === null || hiddenIds.includes(id)) return document;
  const hidden = [...hiddenIds, id];
  let currentId = document.edits.currentId;
  while (hidden.includes(currentId)) currentId = resultOf(document, currentId)?.inputId ?? PHOTO_ID;
  return edit(document, 'put-away', nowMs, (edits) => ({ ...edits, hiddenIds: hidden, currentId }));
}

export const toggleStar = <Document extends Editable>(
  document: Document,
  id: PictureId,
  nowMs: number,
): Document =>
  edit(document, 'star', nowMs, (edits) => ({
    ...edits,
    starredIds: edits.starredIds.includes(id)
      ? edits.starredIds.filter((starred) => starred !== id)
      : [...edits.starredIds, id],
  }));

/** Changes a part of what a scene is asked for, as one edit of this name. */
export const editScene = <Document extends Editable>(
  document: Document,
  name: EditName,
  nowMs: number,
  part: Partial<SceneSettings>,
): Document => edit(document, name, nowMs, (edits) => ({ ...edits, scene: { ...edits.scene, ...part } }));

/** Changes a part of what the tools are set to, as one edit of this name. */
export const editSettings = <Document extends Editable>(
  document: Document,
  name: EditName,
  nowMs: number,
  part: Partial<ToolSettings>,
): Document =>
  edit(document, name, nowMs, (edits) => ({ ...edits, settings: { ...edits.settings, ...part } }));

/** The words for the picture that is worked on; null before there are any. */
export const currentDescription = ({ edits }: Pick<Editable, 'edits'>): string | null =>
  edits.descriptions[edits.currentId] ?? null;

/** What a shop page says of the picture that is worked on; null before it was described, and by another engine. */
export const currentShopTexts = ({ edits }: Pick<Editable, 'edits'>): ShopTexts | null =>
  edits.shopTexts[edits.currentId] ?? null;

/** Puts words to a picture in place of those that it had. */
export const describePicture = <Document extends Editable>(
  document: Document,
  id: PictureId,
  text: string,
  nowMs: number,
): Document =>
  edit(document, 'describe', nowMs, (edits) => ({
    ...edits,
    descriptions: { ...edits.descriptions, [id]: text },
  }));

/** The same with what a shop page says; null where there is nothing like it. */
export const describeForShops = <Document extends Editable>(
  document: Document,
  id: PictureId,
  { text, shopTexts }: { readonly text: string; readonly shopTexts: ShopTexts | null },
  nowMs: number,
): Document =>
  edit(document, 'describe', nowMs, (edits) => {
    const { [id]: _before, ...others } = edits.shopTexts;
    return {
      ...edits,
      descriptions: { ...edits.descriptions, [id]: text },
      shopTexts: shopTexts === null ? others : { ...others, [id]: shopTexts },
    };
  });

/** Says what the product is called. */
export const nameProduct = <Document extends Editable>(
  document: Document,
  name: string,
  nowMs: number,
): Document => edit(document, 'name-product', nowMs, (edits) => ({ ...edits, productName: name }));
