/**
 * Undo history. All settings that a user changes form one immutable value, `Edits`; undo returns to the previous
 * value. Not undoable: results and requests (they are paid for), the view, running jobs, and mask strokes, which have
 * their own undo while the user draws (see strokes.ts).
 */
import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { HARMONIZE_OPTIONS } from '@packshot/contract/tools/harmonize';
import { settingFields, startingSettings } from '@packshot/contract/tools/option-settings';
import { REFINE_OPTIONS } from '@packshot/contract/tools/refine';
import { UPSCALE_OPTIONS } from '@packshot/contract/tools/upscale';
import { DESCRIPTION_LANGUAGES } from '@packshot/contract/tools/languages';
import { shopTextsSchema } from '@packshot/contract/tools/shop-texts';
import type { ShopTexts } from '@packshot/contract/tools/shop-texts';
import { z } from 'zod';
import { adjustableScene, adjustmentSchema } from './adjustment.ts';
import type { Adjustment, SceneOnStage } from './adjustment.ts';
import { cropSchema } from './crop.ts';
import { PHOTO_ID, findResult } from './results.ts';
import type { PictureId, Result } from './results.ts';
import { DEFAULT_SCENE, sceneSettingsSchema } from './scene-settings.ts';
import type { SceneSettings } from './scene-settings.ts';

/** Largest softness of a mask's edge, as a share of the longest side; beyond it a mask consists mostly of its edge. */
export const FEATHER_MAX = 0.04;

/** Options of tools that become settings of the studio without changes. */
const OPTIONS = { ...UPSCALE_OPTIONS, ...HARMONIZE_OPTIONS, edges: REFINE_OPTIONS.edges };

const settingsSchema = z.object({
  /** Prompt of the magic tool; if empty, the tool removes the masked object. */
  prompt: z.string(),
  ...settingFields(OPTIONS),
  /** Softness of the magic tool's mask edge, as a share of the picture's longest side. */
  feather: z.number().min(0).max(FEATHER_MAX),
  /** Whether a removed object's shadow is removed too. Has a default, because older documents lack the field. */
  takesShadow: z.boolean().default(true),
  language: z.enum(DESCRIPTION_LANGUAGES),
});
export type ToolSettings = Readonly<z.infer<typeof settingsSchema>>;

export const editsSchema = z.object({
  currentId: z.string(),
  hiddenIds: z.array(z.string()),
  starredIds: z.array(z.string()),
  settings: settingsSchema,
  scene: sceneSettingsSchema,
  /** Crop that the user hasn't applied yet, with the ID of its picture. */
  crop: z.object({ id: z.string(), crop: cropSchema }).nullable(),
  descriptions: z.record(z.string(), z.string()),
  shopTexts: z.record(z.string(), shopTextsSchema),
  /** Product name; empty if unknown. */
  productName: z.string(),
  /** Changes of made scenes that aren't applied yet, by result. Has a default, because older documents lack it. */
  adjustments: z.record(z.string(), adjustmentSchema).default({}),
});
export type Edits = Readonly<z.infer<typeof editsSchema>>;

export const DEFAULT_SETTINGS: ToolSettings = {
  prompt: '',
  ...startingSettings(OPTIONS),
  feather: 0,
  takesShadow: true,
  language: LANGUAGE,
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
  adjustments: {},
};

/**
 * Undo policy of each edit. `step`: the edit is an undo step of its own. `gather`: the edit is merged with directly
 * preceding edits of the same name, such as moves of a drag or typed letters.
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
  'other-products': 'step',
  shadow: 'gather',
  'shadow-kind': 'step',
  view: 'step',
  pose: 'step',
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
  mood: 'step',
  lamp: 'gather',
  tint: 'gather',
  match: 'gather',
  discard: 'step',
} as const satisfies Record<string, 'step' | 'gather'>;
export type EditName = keyof typeof EDIT_POLICIES;
export const EDIT_NAMES = Object.keys(EDIT_POLICIES) as EditName[];

/** Pause in milliseconds after which an edit starts a new undo step instead of being merged. */
const GATHER_MS = 1000;
/** Maximum number of undo steps; a step takes about a kilobyte. */
export const STEP_LIMIT = 50;

export const historySchema = z.object({
  past: z.array(editsSchema),
  future: z.array(editsSchema),
  /**
   * Last edit. The next edit of the same name may be merged with it. Null after undo, redo or the end of a gesture, and
   * for a name that this release doesn't know.
   */
  last: z
    .object({ name: z.enum(EDIT_NAMES), atMs: z.number() })
    .nullable()
    .catch(null),
});
export type History = Readonly<z.infer<typeof historySchema>>;

export interface Editable {
  readonly results: readonly Result[];
  readonly edits: Edits;
  readonly history: History;
}

export const NO_HISTORY: History = { past: [], future: [], last: null };

/**
 * Applies an undoable edit; returns the same document if the edit changes nothing.
 * @param nowMs time of the edit
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

/** Ends a gesture, such as a drag: the next edit starts a new step. */
export const endGesture = <Document extends Editable>(document: Document): Document =>
  document.history.last === null ? document : { ...document, history: { ...document.history, last: null } };

export const canUndo = ({ history }: Editable): boolean => history.past.length > 0;
export const canRedo = ({ history }: Editable): boolean => history.future.length > 0;

/** Undoes the last step; returns the same document if there is none. */
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

/** Reverts the last undo; returns the same document if there is none. */
export function redo<Document extends Editable>(document: Document): Document {
  const { past, future } = document.history;
  const [next, ...rest] = future;
  if (!next) return document;
  return { ...document, edits: next, history: { past: [...past, document.edits], future: rest, last: null } };
}

const canBeShown = (document: Editable, id: PictureId): boolean =>
  (id === PHOTO_ID || findResult(document, id) !== null) && !document.edits.hiddenIds.includes(id);

/**
 * Shows a newly made picture on the stage, as an undo step of its own. Returns the same document if the picture is on
 * the stage already or unavailable.
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
 * Selects a picture without an undo step. All undo steps that can show the picture then refer to it too, so that undo
 * and redo change only settings. Returns the same document if the picture is selected already or unavailable.
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

/**
 * Selects one picture in all undo steps that can show it, and drops steps that differed only by their picture. `steps`
 * are ordered by their distance from `now`.
 */
function settledOn(id: PictureId, now: Edits, steps: readonly Edits[]): Edits[] {
  const settledSteps: Edits[] = [];
  let before = JSON.stringify(now);
  for (const step of steps) {
    const settled = step.hiddenIds.includes(id) ? step : { ...step, currentId: id };
    const text = JSON.stringify(settled);
    if (text !== before) settledSteps.push(settled);
    before = text;
  }
  return settledSteps;
}

/**
 * Adds a result unless it exists already.
 * @param isChosen whether it becomes the current picture
 */
export function addResult<Document extends Editable & { readonly results: Result[] }>(
  document: Document,
  result: Result,
  nowMs: number,
  isChosen = true,
): Document {
  const grown = findResult(document, result.id)
    ? document
    : { ...document, results: [...document.results, result] };
  return isChosen ? putOnStage(grown, result.id, nowMs) : grown;
}

/** Hides a result. If it was current, the nearest visible picture from which it was made becomes current. */
export function putAway<Document extends Editable>(
  document: Document,
  id: PictureId,
  nowMs: number,
): Document {
  const { hiddenIds } = document.edits;
  if (findResult(document, id) === null || hiddenIds.includes(id)) return document;
  const hidden = [...hiddenIds, id];
  let currentId = document.edits.currentId;
  while (hidden.includes(currentId)) currentId = findResult(document, currentId)?.inputId ?? PHOTO_ID;
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

export const editScene = <Document extends Editable>(
  document: Document,
  name: EditName,
  nowMs: number,
  part: Partial<SceneSettings>,
): Document => edit(document, name, nowMs, (edits) => ({ ...edits, scene: { ...edits.scene, ...part } }));

/** Changes the made scene on the stage; returns the same document if there is none. */
export function editMadeScene<Document extends Editable & SceneOnStage>(
  document: Document,
  name: EditName,
  nowMs: number,
  change: (now: Adjustment) => Partial<Adjustment>,
): Document {
  const scene = adjustableScene(document);
  if (!scene) return document;
  return edit(document, name, nowMs, (edits) => ({
    ...edits,
    adjustments: { ...edits.adjustments, [scene.result.id]: { ...scene.now, ...change(scene.now) } },
  }));
}

/** Forgets the changes of a made scene once they are applied; not an undo step. */
export function withoutAdjustment<Document extends Editable>(document: Document, id: PictureId): Document {
  const { [id]: _applied, ...adjustments } = document.edits.adjustments;
  return { ...document, edits: { ...document.edits, adjustments } };
}

/** Drops the changes of a made scene that aren't applied. */
export const discardAdjustment = <Document extends Editable>(
  document: Document,
  id: PictureId,
  nowMs: number,
): Document =>
  edit(document, 'discard', nowMs, (edits) => {
    const { [id]: _dropped, ...adjustments } = edits.adjustments;
    return { ...edits, adjustments };
  });

export const editSettings = <Document extends Editable>(
  document: Document,
  name: EditName,
  nowMs: number,
  part: Partial<ToolSettings>,
): Document =>
  edit(document, name, nowMs, (edits) => ({ ...edits, settings: { ...edits.settings, ...part } }));

export const currentDescription = ({ edits }: Pick<Editable, 'edits'>): string | null =>
  edits.descriptions[edits.currentId] ?? null;

export const currentShopTexts = ({ edits }: Pick<Editable, 'edits'>): ShopTexts | null =>
  edits.shopTexts[edits.currentId] ?? null;

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

/** Replaces the description and the shop texts of a picture; `shopTexts` is null if the engine returned none. */
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

export const nameProduct = <Document extends Editable>(
  document: Document,
  name: string,
  nowMs: number,
): Document => edit(document, 'name-product', nowMs, (edits) => ({ ...edits, productName: name }));
