/**
 * Several photos that go through the same steps: immutable, plain data, parsed when it comes back from the browser's
 * database. Pixels are blobs beside it (see batch-files.ts).
 */
import { SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { doubtSchema } from '@packshot/contract/tools/doubts';
import type { Doubt } from '@packshot/contract/tools/doubts';
import { DIGITAL_SOURCE_TYPES } from '@packshot/contract/provenance/source-types';
import { referenceIdSchema } from '@packshot/contract/tools/scene';
import { z } from 'zod';
import { exportFileName, exportSettingsSchema } from '../model/export-settings.ts';

/** Raise it when the shape changes: an older batch is then forgotten, its results are in the history. */
export const BATCH_VERSION = 1;
/** What one looks through in a sitting; originals of that many phone photos are some 200 MB. */
export const BATCH_MAX_ITEMS = 50;

/** What is done with each photo. */
const recipeSchema = z.object({
  background: z.discriminatedUnion('kind', [
    /** The product alone, on the ground that the file is given. */
    z.object({ kind: z.literal('none') }),
    z.object({
      kind: z.literal('scene'),
      prompt: z.string().max(SCENE_PROMPT_MAX_LENGTH),
      referenceId: referenceIdSchema.nullable(),
    }),
  ]),
  file: exportSettingsSchema,
});
export type BatchRecipe = Readonly<z.infer<typeof recipeSchema>>;

/** A request to the server: the key makes it the same request after a reload, so that nobody pays twice. */
const stepSchema = z.object({
  idempotencyKey: z.string(),
  taskIds: z.array(z.uuid()),
  /** The finished picture. */
  made: z
    .object({
      taskId: z.uuid(),
      key: z.string(),
      widthPx: z.number().int().positive(),
      heightPx: z.number().int().positive(),
      /** What somebody should look at; none once somebody has. */
      doubts: z.array(doubtSchema).optional(),
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
  /** Why it failed; `isFinal` when trying again cannot help. */
  failure: z.object({ message: z.string(), isFinal: z.boolean() }).nullable(),
  /** The file that came of it. */
  file: z
    .object({
      sizeBytes: z.number().int().positive(),
      sourceType: z.enum(DIGITAL_SOURCE_TYPES),
    })
    .nullable(),
  isDownloaded: z.boolean(),
});
export type BatchItem = Readonly<z.infer<typeof itemSchema>>;
export type BatchItemState = BatchItem['state'];

const batchSchema = z.object({
  version: z.literal(BATCH_VERSION),
  id: z.uuid(),
  /** `setting`: the steps are being chosen · `running` · `paused`: nothing new begins. */
  phase: z.enum(['setting', 'running', 'paused']),
  /** Why it stopped by itself; null when a person did. */
  pauseReason: z.string().nullable(),
  recipe: recipeSchema,
  items: z.array(itemSchema).max(BATCH_MAX_ITEMS),
});
export type Batch = Readonly<z.infer<typeof batchSchema>>;

/** @returns null for anything that is not a batch of this version; what was running waits again */
export function parseBatch(stored: unknown): Batch | null {
  const parsed = batchSchema.safeParse(stored);
  if (!parsed.success) return null;
  const items = parsed.data.items.map((item) =>
    item.state === 'running' ? { ...item, state: 'waiting' as const } : item,
  );
  return { ...parsed.data, items };
}

/** @param refusal why it can never be worked on; null when it can */
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
  file: null,
  isDownloaded: false,
});

export const patchItem = (batch: Batch, id: string, part: Partial<BatchItem>): Batch => ({
  ...batch,
  items: batch.items.map((item) => (item.id === id ? { ...item, ...part } : item)),
});

/** The photo whose turn it is; null while the batch is not running, and when nothing waits. */
export const nextWaiting = (batch: Batch): BatchItem | null =>
  batch.phase === 'running' ? (batch.items.find(({ state }) => state === 'waiting') ?? null) : null;

export const countOf = (batch: Batch, state: BatchItemState): number =>
  batch.items.filter((item) => item.state === state).length;

const NO_DOUBTS: readonly Doubt[] = [];

/** What is doubtful about the cut-out that a finished item shows. */
export const doubtsOf = ({ state, cutOut }: BatchItem): readonly Doubt[] =>
  (state === 'done' && cutOut?.made?.doubts) || NO_DOUBTS;

/** Somebody has looked, and it is right. */
export const accepted = (item: BatchItem): Pick<BatchItem, 'cutOut'> => ({
  cutOut: item.cutOut?.made ? { ...item.cutOut, made: { ...item.cutOut.made, doubts: [] } } : item.cutOut,
});

/** Nothing of it goes on or waits anymore. */
export const isOver = (batch: Batch): boolean =>
  countOf(batch, 'waiting') === 0 && countOf(batch, 'running') === 0;

/** Waits again; what is paid for stays. A request that ended badly is asked anew. */
export function retried(item: BatchItem): BatchItem {
  if (item.state !== 'failed' && item.state !== 'cancelled') return item;
  if (item.failure?.isFinal === true) return item;
  const kept = (step: BatchStep | null): BatchStep | null => (step?.made ? step : null);
  return {
    ...item,
    state: 'waiting',
    failure: null,
    // Uploads do not stay for ever.
    uploadKey: item.cutOut?.made ? item.uploadKey : null,
    cutOut: kept(item.cutOut),
    scene: kept(item.scene),
  };
}

/** Other steps than before: what is cut out already is not cut out again. */
export const withRecipe = (batch: Batch, recipe: BatchRecipe): Batch => ({ ...batch, recipe });

/** Generations that are still to be asked for: one for a cut-out, one for a scene. */
export function generationsNeeded({ items, recipe }: Batch): number {
  const hasScene = recipe.background.kind === 'scene';
  return items
    .filter(({ state }) => state === 'waiting' || state === 'running')
    .reduce((sum, item) => sum + (item.cutOut ? 0 : 1) + (hasScene && !item.scene ? 1 : 0), 0);
}

/** Done and not downloaded before: what a ZIP costs. */
export const downloadsNeeded = ({ items }: Batch): number =>
  items.filter(({ state, isDownloaded }) => state === 'done' && !isDownloaded).length;

/** What is paid for when an item is downloaded; null before it is made. */
export const paidKeyOf = ({ scene, cutOut }: BatchItem): string | null =>
  (scene?.made ?? cutOut?.made)?.key ?? null;

/** File names of all finished items, by their ids; no two are the same, whatever the case of their letters. */
export function fileNames({ items, recipe }: Batch): Map<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const { id, name, state } of items) {
    if (state !== 'done') continue;
    const stem = name.replace(/\.[^.]+$/, '');
    for (let at = 1; !names.has(id); at += 1) {
      const candidate = exportFileName(at === 1 ? stem : `${stem} (${at})`, recipe.file.format, 'AI Image');
      if (taken.has(candidate.toLowerCase())) continue;
      taken.add(candidate.toLowerCase());
      names.set(id, candidate);
    }
  }
  return names;
}
