/**
 * Several photos that go through the same steps: immutable, plain data, parsed when it comes back from the browser's
 * database. Pixels are blobs beside it (see batch-files.ts).
 */
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

/** Raise it when the shape changes: an older batch is then forgotten, its results are in the history. */
export const BATCH_VERSION = 1;
/** What one looks through in a sitting; originals of that many phone photos are some 200 MB. */
export const BATCH_MAX_ITEMS = 50;

/** What a series has in common, and what is said of it. */
const keptLookSchema = z.object({
  look: sceneLookSchema,
  title: z.string(),
  /** Of its camera; null: unknown. */
  elevationDeg: z.number().nullable(),
});
export type KeptLook = Readonly<z.infer<typeof keptLookSchema>>;

/** @returns null for a scene that hands on no look: another engine's, or one without a product */
export const keptLookOf = (facts: SceneFacts | null | undefined): KeptLook | null =>
  facts?.look ? { look: facts.look, title: facts.title, elevationDeg: facts.elevation_deg ?? null } : null;

/** What is done with each photo. */
const recipeSchema = z.object({
  background: z.discriminatedUnion('kind', [
    /** The product alone, on the ground that the file is given. */
    z.object({ kind: z.literal('none') }),
    z.object({
      kind: z.literal('scene'),
      prompt: z.string().max(SCENE_PROMPT_MAX_LENGTH),
      referenceId: referenceIdSchema.nullable(),
      /** All of them share camera, framing, baseline and light. */
      isOneLook: z.boolean().default(true),
      /** That of an earlier scene; null: that of the first picture of this batch. */
      look: keptLookSchema.nullable().default(null),
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
      /** How the product was seen, as the engine read it from the photo. */
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
  /** Why it failed; `isFinal` when trying again cannot help. */
  failure: z
    .object({
      message: z.string(),
      isFinal: z.boolean(),
      /** It cannot be one of the series, but can be made by itself. */
      isMiss: z.boolean().optional(),
    })
    .nullable(),
  /** How somebody said that it was seen; null: as it was read. */
  view: productViewSchema.nullable().default(null),
  /** It is not one of the series: it has a scene of its own. */
  hasOwnLook: z.boolean().default(false),
  /** The file that came of it. */
  file: z
    .object({
      sizeBytes: z.number().int().positive(),
      sourceType: z.enum(DIGITAL_SOURCE_TYPES),
      /** Content Credentials could not be had for it. */
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
  /** `setting`: the steps are being chosen · `running` · `paused`: nothing new begins. */
  phase: z.enum(['setting', 'running', 'paused']),
  /** Why it stopped by itself; null when a person did. */
  pauseReason: z.string().nullable(),
  recipe: recipeSchema,
  /** That of the picture that was made first, for the others. */
  look: keptLookSchema.nullable().default(null),
  items: z.array(itemSchema).max(BATCH_MAX_ITEMS),
});
export type Batch = Readonly<z.infer<typeof batchSchema>>;

/** @returns null for anything that is not a batch of this version; what runs in another tab runs on */
export const parseSharedBatch = (stored: unknown): Batch | null => batchSchema.safeParse(stored).data ?? null;

/** Same, for a tab that opens the batch: what was running waits again. */
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
  view: null,
  hasOwnLook: false,
  file: null,
  isDownloaded: false,
});

export const patchItem = (batch: Batch, id: string, part: Partial<BatchItem>): Batch => ({
  ...batch,
  items: batch.items.map((item) => (item.id === id ? { ...item, ...part } : item)),
});

/** The look that a series is to have; null: there is none yet, or each has its own. */
export const seriesLookOf = ({ recipe: { background }, look }: Batch): KeptLook | null =>
  background.kind === 'scene' && background.isOneLook ? (background.look ?? look) : null;

/** A series whose look is still to be found: first all are cut out, then one of them leads. */
export const needsLeader = (batch: Batch): boolean => {
  const { background } = batch.recipe;
  return background.kind === 'scene' && background.isOneLook && seriesLookOf(batch) === null;
};

/** How a photo was seen, as far as somebody said so or it could be read. */
export const itemView = ({ view, cutOut }: BatchItem): ProductView | null =>
  view ?? sureView(cutOut?.made?.view ?? null);

/** How the photos of a series were seen; null before that is known. */
export function viewOfSeries(batch: Batch): ProductView | null {
  const kept = seriesLookOf(batch);
  if (kept === null) return null;
  const { look, elevationDeg } = kept;
  return {
    pose: look.view?.pose ?? USUAL_VIEW.pose,
    elevationDeg: elevationDeg ?? look.view?.elevationDeg ?? USUAL_VIEW.elevationDeg,
  };
}

/** The photo whose turn it is; null while the batch is not running, and when nothing waits. */
export function nextWaiting(batch: Batch): BatchItem | null {
  if (batch.phase !== 'running') return null;
  const waiting = batch.items.filter(({ state }) => state === 'waiting');
  if (!needsLeader(batch)) return waiting[0] ?? null;
  const first = waiting.find(({ cutOut, hasOwnLook }) => hasOwnLook || !cutOut?.made);
  if (first || countOf(batch, 'running') > 0) return first ?? null;
  return leaderOf(waiting);
}

/** Heights that one scene can show. */
const ALIKE_DEG = 18;

/** The one that was seen as most of the others were, of those of which that is known. */
function leaderOf(items: readonly BatchItem[]): BatchItem | null {
  const votes = (item: BatchItem): number => {
    const view = itemView(item);
    if (view === null) return 0;
    return items.filter((other) => {
      const seen = itemView(other);
      return (
        seen !== null &&
        (seen.pose === 'hangs') === (view.pose === 'hangs') &&
        Math.abs(seen.elevationDeg - view.elevationDeg) <= ALIKE_DEG
      );
    }).length;
  };
  return items.toSorted((a, b) => votes(b) - votes(a))[0] ?? null;
}

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

/** A photo that can't be one of the series: left out on purpose, and free. */
export const isLeftOut = ({ state, failure }: BatchItem): boolean =>
  state === 'failed' && failure?.isMiss === true;

/** Canceled, or failed in a way that another try may mend. */
export const canRetry = (item: BatchItem): boolean =>
  item.state === 'cancelled' ||
  (item.state === 'failed' && item.failure?.isFinal !== true && !isLeftOut(item));

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
