/**
 * Batch of photos that are processed by the same steps. Immutable plain data, validated when read from the browser's
 * database; its pictures are stored separately (see batch-files.ts).
 */
import { t } from '@packshot/contract/text/translation';
import { SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { productViewSchema, readViewSchema, sureView, USUAL_VIEW } from '@packshot/contract/tools/view';
import type { ProductView } from '@packshot/contract/tools/view';
import { qualityFlagSchema } from '@packshot/contract/tools/quality-flags';
import type { QualityFlag } from '@packshot/contract/tools/quality-flags';
import { DIGITAL_SOURCE_TYPES } from '@packshot/contract/provenance/source-types';
import { referenceIdSchema, sceneLockSchema } from '@packshot/contract/tools/scene';
import type { SceneFacts } from '@packshot/contract/tools/scene';
import { z } from 'zod';
import { exportFileName, exportSettingsSchema } from '../model/export-settings.ts';

/**
 * Version of the stored data's format; increase it when the format changes. Batches in an older format are discarded.
 */
export const BATCH_VERSION = 1;
/** Most photos in a batch: as many as a user reviews in one sitting. Originals of 50 photos take about 200 MB. */
export const BATCH_MAX_ITEMS = 50;

/** Scene lock (camera, light, background) that a series shares, with the title and camera elevation. */
const batchLockSchema = z.object({
  look: sceneLockSchema,
  title: z.string(),
  /** Camera elevation of the scene in degrees, or null if unknown. */
  elevationDeg: z.number().nullable(),
});
export type BatchLock = Readonly<z.infer<typeof batchLockSchema>>;

/** @returns null if the scene has no lock */
export const toBatchLock = (facts: SceneFacts | null | undefined): BatchLock | null =>
  facts?.look ? { look: facts.look, title: facts.title, elevationDeg: facts.elevation_deg ?? null } : null;

/** Processing steps that the batch applies to each photo. */
const recipeSchema = z.object({
  background: z.discriminatedUnion('kind', [
    /** Only cuts out the product; the file has the background chosen in the export settings. */
    z.object({ kind: z.literal('none') }),
    z.object({
      kind: z.literal('scene'),
      prompt: z.string().max(SCENE_PROMPT_MAX_LENGTH),
      referenceId: referenceIdSchema.nullable(),
      /** Whether all photos of the batch share camera, framing, baseline and light. */
      isOneLook: z.boolean().default(true),
      /** Scene lock of an earlier scene; null to use the scene of this batch's first picture. */
      look: batchLockSchema.nullable().default(null),
    }),
  ]),
  file: exportSettingsSchema,
});
export type BatchRecipe = Readonly<z.infer<typeof recipeSchema>>;

/** Request to the server for one step of an item. The idempotency key prevents a second charge after a reload. */
const stepSchema = z.object({
  idempotencyKey: z.string(),
  taskIds: z.array(z.uuid()),
  made: z
    .object({
      taskId: z.uuid(),
      key: z.string(),
      widthPx: z.number().int().positive(),
      heightPx: z.number().int().positive(),
      doubts: z.array(qualityFlagSchema).optional(),
      /** Camera view that the engine estimated from the photo. */
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
  /** Reason why the item failed; `isFinal` if a retry can't help. */
  failure: z
    .object({
      message: z.string(),
      isFinal: z.boolean(),
      /** Set if the photo doesn't fit the series but can get a scene of its own. */
      isMiss: z.boolean().optional(),
    })
    .nullable(),
  /** Camera view chosen by the user, or null to use the estimated one. */
  view: productViewSchema.nullable().default(null),
  /** Whether the photo has a scene of its own instead of the series' scene. */
  hasOwnLook: z.boolean().default(false),
  /** Facts about the exported file; null before it is made. */
  file: z
    .object({
      sizeBytes: z.number().int().positive(),
      sourceType: z.enum(DIGITAL_SOURCE_TYPES),
      /** Set if the server couldn't sign the file with Content Credentials. */
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
  /** `setting`: the user is choosing the steps. `running`: items are processed. `paused`: no further items start. */
  phase: z.enum(['setting', 'running', 'paused']),
  /** Reason why the batch paused by itself, else null. */
  pauseReason: z.string().nullable(),
  recipe: recipeSchema,
  /** Scene lock of the series' first scene, which the other photos share. */
  look: batchLockSchema.nullable().default(null),
  items: z.array(itemSchema).max(BATCH_MAX_ITEMS),
});
export type Batch = Readonly<z.infer<typeof batchSchema>>;

/**
 * Validates a stored batch. Running items stay running, because another tab may be processing them.
 * @returns null if the value isn't a batch in the current format
 */
export const parseSharedBatch = (stored: unknown): Batch | null => batchSchema.safeParse(stored).data ?? null;

/** Validates a stored batch for a tab that opens it: running items become waiting again. */
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

/**
 * Creates an item for a photo.
 * @param refusal reason why the photo can never be processed, or null
 */
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

/** Scene lock of the series, or null if there is none yet or each photo has its own scene. */
export const getSeriesLock = ({ recipe: { background }, look }: Batch): BatchLock | null =>
  background.kind === 'scene' && background.isOneLook ? (background.look ?? look) : null;

/**
 * Whether a series still has no scene lock. The batch first cuts out all photos, then makes the scene of the most
 * typical photo, whose lock the others share.
 */
export const needsLeader = (batch: Batch): boolean => {
  const { background } = batch.recipe;
  return background.kind === 'scene' && background.isOneLook && getSeriesLock(batch) === null;
};

/** Camera view of a photo: chosen by the user, or estimated with sufficient confidence. */
export const itemView = ({ view, cutOut }: BatchItem): ProductView | null =>
  view ?? sureView(cutOut?.made?.view ?? null);

/** Camera view that the photos of a series share, or null until it is known. */
export function viewOfSeries(batch: Batch): ProductView | null {
  const seriesLock = getSeriesLock(batch);
  if (seriesLock === null) return null;
  const { look, elevationDeg } = seriesLock;
  return {
    pose: look.view?.pose ?? USUAL_VIEW.pose,
    elevationDeg: elevationDeg ?? look.view?.elevationDeg ?? USUAL_VIEW.elevationDeg,
  };
}

/**
 * Next photo to process. Null if the batch isn't running, no photo is waiting, or the waiting photos need the scene
 * lock of a running one.
 */
export function nextWaiting(batch: Batch): BatchItem | null {
  if (batch.phase !== 'running') return null;
  const waiting = batch.items.filter(({ state }) => state === 'waiting');
  if (!needsLeader(batch)) return waiting[0] ?? null;
  const first = waiting.find(({ cutOut, hasOwnLook }) => hasOwnLook || !cutOut?.made);
  if (first || countItems(batch, 'running') > 0) return first ?? null;
  return findLeader(waiting);
}

/** Largest difference in camera elevation at which two photos count as alike, in degrees. */
const ALIKE_DEG = 18;

/** Item whose scene the series shares: its camera view matches most others, among items with a known view. */
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

const NO_FLAGS: readonly QualityFlag[] = [];

export const listFlags = ({ state, cutOut }: BatchItem): readonly QualityFlag[] =>
  (state === 'done' && cutOut?.made?.doubts) || NO_FLAGS;

/** Change that clears the quality flags after the user has accepted the cut-out. */
export const acceptItem = (item: BatchItem): Pick<BatchItem, 'cutOut'> => ({
  cutOut: item.cutOut?.made ? { ...item.cutOut, made: { ...item.cutOut.made, doubts: [] } } : item.cutOut,
});

/** Whether the batch left out a photo because it doesn't fit the series. */
export const isLeftOut = ({ state, failure }: BatchItem): boolean =>
  state === 'failed' && failure?.isMiss === true;

/**
 * Whether a user can retry an item: it was canceled, or failed in a way that a retry may fix. Photos that don't fit
 * the series aren't included.
 */
export const canRetry = (item: BatchItem): boolean =>
  item.state === 'cancelled' ||
  (item.state === 'failed' && item.failure?.isFinal !== true && !isLeftOut(item));

export const isOver = (batch: Batch): boolean =>
  countItems(batch, 'waiting') === 0 && countItems(batch, 'running') === 0;

/** Sets an item to waiting again. Results of paid steps stay; unfinished requests get a new idempotency key. */
export function retryItem(item: BatchItem): BatchItem {
  if (item.state !== 'failed' && item.state !== 'cancelled') return item;
  if (item.failure?.isFinal === true) return item;
  const keepMade = (step: BatchStep | null): BatchStep | null => (step?.made ? step : null);
  return {
    ...item,
    state: 'waiting',
    failure: null,
    // Uploads the photo again for a missing cut-out, because uploads expire on the server.
    uploadKey: item.cutOut?.made ? item.uploadKey : null,
    cutOut: keepMade(item.cutOut),
    scene: keepMade(item.scene),
  };
}

export const withRecipe = (batch: Batch, recipe: BatchRecipe): Batch => ({ ...batch, recipe });

/** Number of generations that the batch still has to pay for: one for each cut-out, one for each scene. */
export function generationsNeeded({ items, recipe }: Batch): number {
  const hasScene = recipe.background.kind === 'scene';
  return items
    .filter(({ state }) => state === 'waiting' || state === 'running')
    .reduce((sum, item) => sum + (item.cutOut ? 0 : 1) + (hasScene && !item.scene ? 1 : 0), 0);
}

/** Number of download credits that a ZIP costs: one for each finished item that wasn't downloaded before. */
export const downloadsNeeded = ({ items }: Batch): number =>
  items.filter(({ state, isDownloaded }) => state === 'done' && !isDownloaded).length;

/** Storage key of the picture whose download is charged, or null before the picture is made. */
export const getPaidKey = ({ scene, cutOut }: BatchItem): string | null =>
  (scene?.made ?? cutOut?.made)?.key ?? null;

/** File names of all finished items, by item ID; unique even if the file system ignores case. */
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
