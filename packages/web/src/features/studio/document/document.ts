/**
 * The studio's document: everything of one piece of work that outlives the page. It is immutable, plain data,
 * versioned, and parsed whenever it comes back from the browser's database. Pixels are not in it: photo, result
 * and thumbnail are blobs beside it, under names derived from its id (see document-store.ts).
 */
import { UPSCALE_FACTORS, UPSCALE_MODES } from '@packshot/contract/limits';
import { z } from 'zod';
import { EMPTY_MASK, maskSchema } from '../magic/strokes.ts';
import type { Mask } from '../magic/strokes.ts';
import { chainSchema, EMPTY_CHAIN, PHOTO_ID, TOOL_NAMES } from './result-chain.ts';

/** Raise it with each change of shape, and add a step to `MIGRATIONS`. */
export const DOCUMENT_VERSION = 3;

const sizePx = z.number().int().positive();

const photoSchema = z.object({
  /** File name as picked; it becomes the name of the download. */
  name: z.string().min(1).max(255),
  sizeBytes: z.number().int().positive(),
  /** Type by the bytes. */
  mimeType: z.string(),
  /** Upright size, after EXIF or HEIC rotation; null until the picture could be read. */
  widthPx: sizePx.nullable(),
  heightPx: sizePx.nullable(),
  /** Storage key of the uploaded original; null until the upload is complete. */
  uploadKey: z.string().nullable(),
});

/** A task that the server has accepted and whose end this browser has not seen. */
const pendingTaskSchema = z.object({
  taskId: z.uuid(),
  startedAtMs: z.number(),
  tool: z.enum(TOOL_NAMES),
  /** The picture it works on. */
  inputId: z.string(),
});

/** What the tools are set to. */
const settingsSchema = z.object({
  tool: z.enum(TOOL_NAMES),
  /** What the magic tool is asked for; empty means: take it away. */
  prompt: z.string(),
  factor: z.literal(UPSCALE_FACTORS),
  mode: z.enum(UPSCALE_MODES),
});

/** What lies behind the cut-out on the screen. A preview to judge the edge by; it never changes the result. */
const backdropSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('transparent') }),
  z.object({ kind: z.literal('colour'), hex: z.string().regex(/^#[\da-f]{6}$/) }),
]);

export const COMPARE_MODES = ['result', 'slider', 'side-by-side'] as const;
const viewSchema = z.object({
  compare: z.enum(COMPARE_MODES),
  /** Place of the comparison line: 0 is the picture's left edge, 1 its right. */
  splitFraction: z.number().min(0).max(1),
  backdrop: backdropSchema,
});

const documentSchema = z.object({
  version: z.literal(DOCUMENT_VERSION),
  id: z.uuid(),
  /** Whose keys and task these are; null until the first of them. */
  ownerId: z.string().nullable(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  photo: photoSchema,
  chain: chainSchema,
  /** What was drawn over each picture, by the picture's id. */
  masks: z.record(z.string(), maskSchema),
  /** What each picture shows, in words that may be edited, by the picture's id. */
  descriptions: z.record(z.string(), z.string()),
  pendingTask: pendingTaskSchema.nullable(),
  settings: settingsSchema,
  view: viewSchema,
});

export type StudioDocument = Readonly<z.infer<typeof documentSchema>>;
export type Photo = StudioDocument['photo'];
export type Backdrop = z.infer<typeof backdropSchema>;
export type CompareMode = (typeof COMPARE_MODES)[number];
export type DocumentView = StudioDocument['view'];
export type ToolSettings = StudioDocument['settings'];

/** `MIGRATIONS[n]` turns a document of version n into one of version n + 1. */
const MIGRATIONS: Readonly<Record<number, (old: Record<string, unknown>) => Record<string, unknown>>> = {
  1: chainFromCutOut,
  2: (old) => ({ ...old, version: 3, descriptions: {} }),
};

/** Version 1 knew one tool and one result. */
function chainFromCutOut(old: Record<string, unknown>): Record<string, unknown> {
  const { cutOut, pendingTask, ...rest } = old;
  const pending = isRecord(pendingTask) && { ...pendingTask, tool: 'cut-out', inputId: PHOTO_ID };
  return {
    ...rest,
    version: 2,
    chain: isRecord(cutOut) ? chainOfOne(cutOut) : EMPTY_CHAIN,
    masks: {},
    pendingTask: pending || null,
    settings: DEFAULT_SETTINGS,
  };
}

function chainOfOne({ taskId, ...cutOut }: Record<string, unknown>): unknown {
  return {
    ...EMPTY_CHAIN,
    results: [{ ...cutOut, id: taskId, tool: 'cut-out', inputId: PHOTO_ID }],
    present: { currentId: taskId, hiddenIds: [] },
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Reads a document back.
 * @param stored whatever the browser's database held, of this version or an older one
 * @param migrations steps from older versions
 * @returns null for anything that is not a document, or one of a newer version than this page knows
 */
export function parseDocument(stored: unknown, migrations = MIGRATIONS): StudioDocument | null {
  if (typeof stored !== 'object' || stored === null) return null;
  let candidate = stored as Record<string, unknown>;
  for (let version = candidate['version']; version !== DOCUMENT_VERSION; version = candidate['version']) {
    const migrate = typeof version === 'number' ? migrations[version] : undefined;
    if (!migrate) return null;
    candidate = migrate(candidate);
    if (candidate['version'] === version) return null;
  }
  const parsed = documentSchema.safeParse(candidate);
  return parsed.success ? parsed.data : null;
}

export const DEFAULT_VIEW: DocumentView = {
  compare: 'result',
  splitFraction: 0.5,
  backdrop: { kind: 'transparent' },
};

export const DEFAULT_SETTINGS: ToolSettings = { tool: 'cut-out', prompt: '', factor: 2, mode: 'faithful' };

/** A new document around a picked photo, with the view settings of the one before it. */
export function createDocument(input: {
  id: string;
  nowMs: number;
  photo: Omit<Photo, 'uploadKey'>;
  view?: DocumentView;
  settings?: ToolSettings;
}): StudioDocument {
  return {
    version: DOCUMENT_VERSION,
    id: input.id,
    ownerId: null,
    createdAtMs: input.nowMs,
    updatedAtMs: input.nowMs,
    photo: { ...input.photo, uploadKey: null },
    chain: EMPTY_CHAIN,
    masks: {},
    descriptions: {},
    pendingTask: null,
    settings: input.settings ? { ...input.settings, prompt: '' } : DEFAULT_SETTINGS,
    view: input.view ? { ...input.view, compare: 'result' } : DEFAULT_VIEW,
  };
}

/**
 * The document as the present user may go on with it. Keys and tasks belong to the user who made them, so in
 * another user's hands (a guest session that expired, say) the photo stays and the rest is made anew.
 * @param userId null while nobody knows, as without a connection: then nothing changes
 */
export function adoptDocument(document: StudioDocument, userId: string | null): StudioDocument {
  if (userId === null || document.ownerId === userId) return document;
  return {
    ...document,
    ownerId: userId,
    photo: { ...document.photo, uploadKey: null },
    chain: EMPTY_CHAIN,
    // What was drawn over the photo, or said of it, still fits it.
    masks: keptForPhoto(document.masks),
    descriptions: keptForPhoto(document.descriptions),
    pendingTask: null,
    view: { ...document.view, compare: 'result' },
  };
}

function keptForPhoto<Value>(byPicture: Readonly<Record<string, Value>>): Record<string, Value> {
  const value = byPicture[PHOTO_ID];
  return value === undefined ? {} : { [PHOTO_ID]: value };
}

/** The words for the picture that is worked on; null before there are any. */
export const currentDescription = (document: StudioDocument): string | null =>
  document.descriptions[document.chain.present.currentId] ?? null;

export const withDescription = (document: StudioDocument, id: string, text: string): StudioDocument => ({
  ...document,
  descriptions: { ...document.descriptions, [id]: text },
});

/** What is drawn over the picture that is worked on. */
export const currentMask = (document: StudioDocument): Mask =>
  document.masks[document.chain.present.currentId] ?? EMPTY_MASK;

export function withCurrentMask(document: StudioDocument, change: (mask: Mask) => Mask): StudioDocument {
  const id = document.chain.present.currentId;
  return { ...document, masks: { ...document.masks, [id]: change(document.masks[id] ?? EMPTY_MASK) } };
}

/** Size of a picture of the document in its own pixels; null while the photo's is not known. */
export function sizeOf(
  document: StudioDocument,
  pictureId: string = document.chain.present.currentId,
): { widthPx: number; heightPx: number } | null {
  const result = document.chain.results.find(({ id }) => id === pictureId);
  if (result) return result;
  const { widthPx, heightPx } = document.photo;
  return widthPx === null || heightPx === null ? null : { widthPx, heightPx };
}
