/**
 * Batch of photos that go through the same steps. Immutable, plain data, parsed when read from the browser's database;
 * its pixels are stored separately (see batch-files.ts).
 */
import { t } from '@packshot/contract/text/translation';
import { SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { productViewSchema, readViewSchema, sureView, USUAL_VIEW } from '@packshot/contract/tools/view';
import type { ProductView } from '@packshot/contract/tools/view';
import { doubtSchema } from '@packshot/contract/tools/doubts';
import type { Doubt } from '@packshot/contract/tools/doubts';
import { DIGITAL_SOURCE_TYPES } from '@packshot/contract/provenance/source-types';
import { referenceIdSchema, sceneLookSchema } from '@packshot/contract/tools/scene';
import type { SceneFacts } from '@packshot/contract/tools/scene';
import { z } from 'zod';
import { exportFileName, exportSettingsSchema } from '../model/export-settings.ts';

/** Version of the stored shape; raise it when the shape changes. Older batches are discarded; their results stay in the history. */
export const BATCH_VERSION = 1;
/** Most photos in a batch: as many as a user reviews in one sitting. Originals of 50 phone photos take about 200 MB. */
export const BATCH_MAX_ITEMS = 50;

/** Scene lock that a series shares, with its title and camera. */
const keptLookSchema = z.object({
  look: sceneLookSchema,
  title: z.string(),
  /** Camera elevation, or null if unknown. */
  elevationDeg: z.number().nullable(),
});
export type KeptLook = Readonly<z.infer<typeof keptLookSchema>>;

/** @returns null if the scene has no lock: another engine made it, or it has no product */
export const toKeptLook = (facts: SceneFacts | null | undefined): KeptLook | null =>
  facts?.look ? { look: facts.look, title: facts.title, elevationDeg: facts.elevation_deg ?? null } : null;

/** Processing steps for each photo. */
const recipeSchema = z.object({
  background: z.discriminatedUnion('kind', [
    /** The product alone, on the background set for the file. */
    z.object({ kind: z.literal('none') }),
    z.object({
      kind: z.literal('scene'),
      prompt: z.string().max(SCENE_PROMPT_MAX_LENGTH),
      referenceId: referenceIdSchema.nullable(),
      /** Whether all photos share camera, framing, baseline and light. */
      isOneLook: z.boolean().default(true),
      /** Scene lock of an earlier scene, or null to use the first picture of this batch. */
      look: keptLookSchema.nullable().default(null),
    }),
  ]),
  file: exportSettingsSchema,
});
export type BatchRecipe = Readonly<z.infer<typeof recipeSchema>>;

/** A request to the server. Its idempotency key prevents a second charge after a reload. */
const stepSchema = z.object({
  idempotencyKey: z.string(),
  taskIds: z.array(z.uuid()),
  /** Finished picture. */
  made: z
    .object({
      taskId: z.uuid(),
      key: z.string(),
      widthPx: z.number().int().positive(),
      heightPx: z.number().int().positive(),
      /** Quality flags; empty once the user has accepted the cut-out. */
      doubts: z.array(doubtSchema).optional(),
      /** Camera view that the engine read from the photo. */
      view: readViewSchema.optional(),
    })
    .nullable(),
});
export type BatchStep = Readonly<z.infer<typeof stepSchema>>;

const ITEM_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
const itemSchema = z.object({
  id: z.uuid(),
  name: z.string().min(1).max(255),
  sizeBytes: z.number().int().nonnegative(),
  isHeic: z.boolean(),
  state: z.enum(ITEM_STATES),
  uploadKey: z.string().nullable(),
  cutOut: stepSchema.nullable(),
  scene: stepSchema.nullable(),
  /** Failure; `isFinal` if a retry can't help. */
  failure: z
    .object({
      message: z.string(),
      isFinal: z.boolean(),
      /** Set if the photo doesn't fit the series but can get its own scene. */
      isMiss: z.boolean().optional(),
    })
    .nullable(),
  /** Camera view chosen by the user, or null to use the detected one. */
  view: productViewSchema.nullable().default(null),
  /** Whether the photo has its own scene instead of the series'. */
  hasOwnLook: z.boolean().default(false),
  /** Exported file. */
  file: z
    .object({
      sizeBytes: z.number().int().positive(),
      sourceType: z.enum(DIGITAL_SOURCE_TYPES),
      /** Set if the file couldn't be signed with Content Credentials. */
      isUnsigned: z.boolean().optional(),
    })
    .nullable(),
  isDownloaded: z.boolean(),
});
export type BatchItem = Readonly<z.infer<typeof itemSchema>>;
export type BatchItemState = BatchItem['state'];

const batchSchema = z.object({
  version: z.literal(BATCH_VERSION),
  id: z.uuid(),
  /** `setting`: the user is choosing the steps · `running` · `paused`: no new items start. */
  phase: z.enum(['setting', 'running', 'paused']),
  /** Reason for an automatic pause, or null if the user paused. */
  pauseReason: z.string().nullable(),
  recipe: recipeSchema,
  /** Scene lock of the first finished picture, for the other photos. */
  look: keptLookSchema.nullable().default(null),
  items: z.array(itemSchema).max(BATCH_MAX_ITEMS),
});
export type Batch = Readonly<z.infer<typeof batchSchema>>;

/**
 * Keeps running items as they are, because another tab may be running them.
 * @returns null if the value isn't a batch of this version
 */
export const parseSharedBatch = (stored: unknown): Batch | null => batchSchema.safeParse(stored).data ?? null;

/** Same, for a tab that opens the batch: running items become waiting again. */
export function parseBatch(stored: unknown): Batch | null {
  const batch = parseSharedBatch(stored);
  return (
    batch && {
      ...batch,
      items: batch.items.map((item) =>
        item.state === 'running' ? { ...item, state: 'waiting' as const } : item,
      ),
    }
  );
}

/** @param refusal reason why the photo can never be processed, or null */
export const newItem = (
  id: string,
  photo: { readonly name: string; readonly size: number },
  isHeic: boolean,
  refusal: string | null,
): BatchItem => ({
  id,
  name: photo.name.slice(0, 255),
  sizeBytes: photo.size,
  isHeic,
  state: refusal === null ? 'waiting' : 'failed',
  uploadKey: null,
  cutOut: null,
  scene: null,
  failure: refusal === null ? null : { message: refusal, isFinal: true },
  view: null,
  hasOwnLook: false,
  file: null,
  isDownloaded: false,
});

export const patchItem = (batch: Batch, id: string, part: Partial<BatchItem>): Batch => ({
  ...batch,
  items: batch.items.map((item) => (item.id === id ? { ...item, ...part } : item)),
});

/** Scene lock of the series, or null if there is none yet or each photo has its own. */
export const getSeriesLook = ({ recipe: { background }, look }: Batch): KeptLook | null =>
  background.kind === 'scene' && background.isOneLook ? (background.look ?? look) : null;

/** Checks whether a series still has no scene lock. All photos are cut out first, then one of them leads. */
export const needsLeader = (batch: Batch): boolean => {
  const { background } = batch.recipe;
  return background.kind === 'scene' && background.isOneLook && getSeriesLook(batch) === null;
};

/** Camera view of a photo: chosen by the user, or detected with certainty. */
export const itemView = ({ view, cutOut }: BatchItem): ProductView | null =>
  view ?? sureView(cutOut?.made?.view ?? null);

/** Camera view of a series, or null until it is known. */
export function viewOfSeries(batch: Batch): ProductView | null {
  const seriesLook = getSeriesLook(batch);
  if (seriesLook === null) return null;
  const { look, elevationDeg } = seriesLook;
  return {
    pose: look.view?.pose ?? USUAL_VIEW.pose,
    elevationDeg: elevationDeg ?? look.view?.elevationDeg ?? USUAL_VIEW.elevationDeg,
  };
}

/** Next photo to process, or null if the batch isn't running or no photo is waiting. */
export function nextWaiting(batch: Batch): BatchItem | null {
  if (batch.phase !== 'running') return null;
  const waiting = batch.items.filter(({ state }) => state === 'waiting');
  if (!needsLeader(batch)) return waiting[0] ?? null;
  const first = waiting.find(({ cutOut, hasOwnLook }) => hasOwnLook || !cutOut?.made);
  if (first || countItems(batch, 'running') > 0) return first ?? null;
  return findLeader(waiting);
}

/** Largest difference in camera elevation within one scene, in degrees. */
const ALIKE_DEG = 18;

/** Item whose camera view matches most of the others, among those with a known view. */
function findLeader(items: readonly BatchItem[]): BatchItem | null {
  const votes = (item: BatchItem): number => {
    const view = itemView(item);
    if (view === null) return 0;
    return items.filter((other) => {
      const otherView = itemView(other);
      return (
        otherView !== null &&
        (otherView.pose === 'hangs') === (view.pose === 'hangs') &&
        Math.abs(otherView.elevationDeg - view.elevationDeg) <= ALIKE_DEG
      );
    }).length;
  };
  return items.toSorted((a, b) => votes(b) - votes(a))[0] ?? null;
}

export const countItems = (batch: Batch, state: BatchItemState): number =>
  batch.items.filter((item) => item.state === state).length;

const NO_DOUBTS: readonly Doubt[] = [];

/** Quality flags of the cut-out that a finished item shows. */
export const listDoubts = ({ state, cutOut }: BatchItem): readonly Doubt[] =>
  (state === 'done' && cutOut?.made?.doubts) || NO_DOUBTS;

/** Patch that clears the quality flags after the user has accepted the cut-out. */
export const accepted = (item: BatchItem): Pick<BatchItem, 'cutOut'> => ({
  cutOut: item.cutOut?.made ? { ...item.cutOut, made: { ...item.cutOut.made, doubts: [] } } : item.cutOut,
});

/** Checks whether a photo was left out because it doesn't fit the series. Such a photo is free. */
export const isLeftOut = ({ state, failure }: BatchItem): boolean =>
  state === 'failed' && failure?.isMiss === true;

/** Checks whether an item was canceled, or failed in a way that a retry may fix. */
export const canRetry = (item: BatchItem): boolean =>
  item.state === 'cancelled' ||
  (item.state === 'failed' && item.failure?.isFinal !== true && !isLeftOut(item));

/** Checks that no item is running or waiting. */
export const isOver = (batch: Batch): boolean =>
  countItems(batch, 'waiting') === 0 && countItems(batch, 'running') === 0;

/** Sets an item to waiting again. Paid steps stay; unfinished requests get a new key. */
export function retried(item: BatchItem): BatchItem {
  if (item.state !== 'failed' && item.state !== 'cancelled') return item;
  if (item.failure?.isFinal === true) return item;
  const keepMade = (step: BatchStep | null): BatchStep | null => (step?.made ? step : null);
  return {
    ...item,
    state: 'waiting',
    failure: null,
    // Uploads expire.
    uploadKey: item.cutOut?.made ? item.uploadKey : null,
    cutOut: keepMade(item.cutOut),
    scene: keepMade(item.scene),
  };
}

/** Changes the steps; finished cut-outs are reused. */
export const withRecipe = (batch: Batch, recipe: BatchRecipe): Batch => ({ ...batch, recipe });

/** Generations that remain to be requested: one for each cut-out, one for each scene. */
export function generationsNeeded({ items, recipe }: Batch): number {
  const hasScene = recipe.background.kind === 'scene';
  return items
    .filter(({ state }) => state === 'waiting' || state === 'running')
    .reduce((sum, item) => sum + (item.cutOut ? 0 : 1) + (hasScene && !item.scene ? 1 : 0), 0);
}

/** Downloads that a ZIP costs: finished items that weren't downloaded before. */
export const downloadsNeeded = ({ items }: Batch): number =>
  items.filter(({ state, isDownloaded }) => state === 'done' && !isDownloaded).length;

/** Key of the picture whose download is charged, or null before it is made. */
export const getPaidKey = ({ scene, cutOut }: BatchItem): string | null =>
  (scene?.made ?? cutOut?.made)?.key ?? null;

/** File names of all finished items by ID; unique even if case is ignored. */
export function fileNames({ items, recipe }: Batch): Map<string, string> {
  const usedNames = new Set<string>();
  const names = new Map<string, string>();
  for (const { id, name, state } of items) {
    if (state !== 'done') continue;
    const stem = name.replace(/\.[^.]+$/, '');
    for (let at = 1; !names.has(id); at += 1) {
      const candidate = exportFileName(
        at === 1 ? stem : `${stem} (${at})`,
        recipe.file.format,
        t('AI Image'),
      );
      if (usedNames.has(candidate.toLowerCase())) continue;
      usedNames.add(candidate.toLowerCase());
      names.set(id, candidate);
    }
  }
  return names;
}
