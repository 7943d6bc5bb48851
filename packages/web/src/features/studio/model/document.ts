/**
 * The studio's document: everything of one piece of work that outlives the page. It is immutable, plain data,
 * versioned, and parsed whenever it comes back from the browser's database. Pixels are not in it: photo, result
 * and thumbnail are blobs beside it, under names derived from its id (see document-store.ts).
 */
import { DIGITAL_SOURCE_TYPES } from '@packshot/contract/provenance/source-types';
import { z } from 'zod';
import { EMPTY_MASK, maskSchema } from './strokes.ts';
import type { Mask } from './strokes.ts';
import { editsSchema, historySchema, NO_EDITS, NO_HISTORY } from './edits.ts';
import type { Edits } from './edits.ts';
import { correctionSchema, NO_CORRECTION } from './corrections.ts';
import type { Correction } from './corrections.ts';
import { MIGRATIONS } from './migrations.ts';
import { nameInFile } from './name-in-file.ts';
import { currentResult, PHOTO_ID, isCutOut, resultSchema, WORK_NAMES } from './results.ts';
import { TOOL_NAMES } from '@packshot/contract/tools/names';
import type { ToolName } from '@packshot/contract/tools/names';
import { sceneSettingsSchema } from './scene-settings.ts';
import type { Size } from './size.ts';

/** Raise it with each change of shape, and add a step to `MIGRATIONS`. */
export const DOCUMENT_VERSION = 9;

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
  /** The result of another document that was opened as this photo, whose download pays for it; null: the user's own. */
  openedFrom: z
    .object({
      key: z.string(),
      isDownloaded: z.boolean(),
      /** How it came to be; files of what is made from it here say so too. */
      sourceType: z.enum(DIGITAL_SOURCE_TYPES),
    })
    .nullable(),
});

/** Tasks that the server has accepted and whose end this browser has not seen. */
const pendingRunSchema = z.object({
  taskIds: z.array(z.uuid()).min(1),
  startedAtMs: z.number(),
  tool: z.enum(WORK_NAMES),
  /** The picture it works on. */
  inputId: z.string(),
  /** Of scenes: the request below. */
  requestId: z.uuid().nullable(),
});

/** One request for scenes: its variants' tasks, and everything that it asked for. */
const requestSchema = z.object({
  id: z.uuid(),
  tool: z.enum(WORK_NAMES),
  inputId: z.string(),
  startedAtMs: z.number(),
  taskIds: z.array(z.uuid()),
  scene: sceneSettingsSchema,
  /** Why a variant was not made, by its task. */
  failures: z.record(z.string(), z.string()),
});

/** What lies behind the cut-out on the screen. A preview to judge the edge by; it never changes the result. */
const backdropSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('transparent') }),
  z.object({ kind: z.literal('color'), hex: z.string().regex(/^#[\da-f]{6}$/) }),
]);

/**
 * How a cut-out is looked at while it is corrected: as it is, with what was taken away in red, over the faint
 * original, or its alpha alone.
 */
const REFINE_LOOKS = ['cut-out', 'red', 'ghost', 'alpha'] as const;
export type RefineLook = (typeof REFINE_LOOKS)[number];

const COMPARE_MODES = ['result', 'slider', 'side-by-side'] as const;
const viewSchema = z.object({
  compare: z.enum(COMPARE_MODES),
  /** Place of the comparison line: 0 is the picture's left edge, 1 its right. */
  splitFraction: z.number().min(0).max(1),
  backdrop: backdropSchema,
  refineLook: z.enum(REFINE_LOOKS),
});

const documentSchema = z.object({
  version: z.literal(DOCUMENT_VERSION),
  id: z.uuid(),
  /** Whose keys and task these are; null until the first of them. */
  ownerId: z.string().nullable(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  /** Null: nothing but words and what was made of them. */
  photo: photoSchema.nullable(),
  /** The tool that is chosen. */
  tool: z.enum(TOOL_NAMES),
  /** Oldest first. */
  results: z.array(resultSchema),
  /** Oldest first. */
  requests: z.array(requestSchema),
  edits: editsSchema,
  history: historySchema,
  /** What was drawn over each picture, by the picture's id. */
  masks: z.record(z.string(), maskSchema),
  /** How each cut-out was corrected by hand, by the cut-out's id. */
  corrections: z.record(z.string(), correctionSchema),
  /** Storage keys of pictures of the user's own, by their id. */
  uploads: z.record(z.string(), z.string()),
  pendingRun: pendingRunSchema.nullable(),
  /** Pictures that were made here and are in the user's history, by what they consist of (`history/filing.ts`). */
  filed: z.array(z.string()),
  view: viewSchema,
});

export type StudioDocument = Readonly<z.infer<typeof documentSchema>>;
export type Photo = NonNullable<StudioDocument['photo']>;
export type Backdrop = z.infer<typeof backdropSchema>;

/** @returns the sRGB hex that is chosen to lie behind what is transparent, or null for nothing */
export const stageGround = ({ view: { backdrop } }: Pick<StudioDocument, 'view'>): string | null =>
  backdrop.kind === 'color' ? backdrop.hex : null;
export type CompareMode = (typeof COMPARE_MODES)[number];
type DocumentView = StudioDocument['view'];

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

const DEFAULT_VIEW: DocumentView = {
  compare: 'result',
  splitFraction: 0.5,
  backdrop: { kind: 'transparent' },
  refineLook: 'cut-out',
};

/** A new document, with the view, the tool and what the tools were set to in the one before it. */
export function createDocument(input: {
  id: string;
  nowMs: number;
  photo: (Omit<Photo, 'uploadKey' | 'openedFrom'> & Partial<Pick<Photo, 'openedFrom'>>) | null;
  tool: ToolName;
  before?: StudioDocument | null;
}): StudioDocument {
  const { before } = input;
  return {
    version: DOCUMENT_VERSION,
    id: input.id,
    ownerId: null,
    createdAtMs: input.nowMs,
    updatedAtMs: input.nowMs,
    photo: input.photo && { openedFrom: null, ...input.photo, uploadKey: null },
    tool: input.tool,
    results: [],
    requests: [],
    edits: {
      ...(before ? editsGoneOnFrom(before.edits) : NO_EDITS),
      productName: input.photo === null ? '' : nameInFile(input.photo.name),
    },
    history: NO_HISTORY,
    masks: {},
    corrections: {},
    uploads: {},
    pendingRun: null,
    filed: [],
    view: before ? { ...before.view, compare: 'result' } : DEFAULT_VIEW,
  };
}

/** The next product goes into the same scene, in its own place. Pictures belong to the document they are beside. */
function editsGoneOnFrom({ settings, scene }: Edits): Edits {
  const reference = scene.reference?.kind === 'built-in' ? scene.reference : null;
  const background = scene.background === 'picture' ? 'scene' : scene.background;
  return {
    ...NO_EDITS,
    settings: { ...settings, prompt: '' },
    scene: { ...scene, reference, background, picture: null, placement: null, seed: null },
  };
}

/**
 * The document as the present user may go on with it. Keys and tasks belong to the user who made them, so in
 * another user's hands (a guest session that expired, say) the photo stays and the rest is made anew.
 * @param userId null while nobody knows, as without a connection: then nothing changes
 */
export function adoptDocument(document: StudioDocument, userId: string | null): StudioDocument {
  if (userId === null || document.ownerId === userId) return document;
  const { scene } = document.edits;
  return {
    ...document,
    ownerId: userId,
    photo: document.photo && { ...document.photo, uploadKey: null, openedFrom: null },
    results: [],
    requests: [],
    // What was drawn over the photo, or said of it, still fits it.
    masks: keptForPhoto(document.masks),
    corrections: {},
    edits: {
      ...NO_EDITS,
      settings: document.edits.settings,
      scene: { ...scene, reference: scene.reference?.kind === 'result' ? null : scene.reference },
      descriptions: keptForPhoto(document.edits.descriptions),
      shopTexts: keptForPhoto(document.edits.shopTexts),
      productName: document.edits.productName,
    },
    history: NO_HISTORY,
    uploads: {},
    pendingRun: null,
    filed: [],
    view: { ...document.view, compare: 'result' },
  };
}

function keptForPhoto<Value>(byPicture: Readonly<Record<string, Value>>): Record<string, Value> {
  const value = byPicture[PHOTO_ID];
  return value === undefined ? {} : { [PHOTO_ID]: value };
}

/** What is drawn over the picture that is worked on. */
export const currentMask = (document: StudioDocument): Mask =>
  document.masks[document.edits.currentId] ?? EMPTY_MASK;

/** Changes what is drawn over the picture that is worked on. */
export function withCurrentMask(document: StudioDocument, change: (mask: Mask) => Mask): StudioDocument {
  const id = document.edits.currentId;
  return { ...document, masks: { ...document.masks, [id]: change(document.masks[id] ?? EMPTY_MASK) } };
}

/** How the cut-out on the stage is corrected; null when the stage shows anything else. */
export function currentCorrection(document: StudioDocument): Correction | null {
  const result = currentResult(document);
  if (!result || !isCutOut(result)) return null;
  return document.corrections[result.id] ?? NO_CORRECTION;
}

/** Changes how the cut-out on the stage is corrected; the same document when it shows none. */
export function withCurrentCorrection(
  document: StudioDocument,
  change: (correction: Correction) => Correction,
): StudioDocument {
  return currentCorrection(document) ? withCorrection(document, document.edits.currentId, change) : document;
}

/** Changes how a cut-out is corrected, on the stage or not. */
export function withCorrection(
  document: StudioDocument,
  id: string,
  change: (correction: Correction) => Correction,
): StudioDocument {
  const correction = document.corrections[id] ?? NO_CORRECTION;
  return { ...document, corrections: { ...document.corrections, [id]: change(correction) } };
}

/** Strokes of a correction that only the screen shows yet: the cut-out on the stage has to be made anew with them. */
export const hasOpenCorrection = (document: StudioDocument): boolean =>
  (currentCorrection(document)?.strokes.length ?? 0) > 0;

/** Size of a picture of the document in its own pixels; null while the photo's is not known. */
export function sizeOf(document: StudioDocument, pictureId: string = document.edits.currentId): Size | null {
  const result = document.results.find(({ id }) => id === pictureId);
  if (result) return result;
  const { widthPx, heightPx } = document.photo ?? { widthPx: null, heightPx: null };
  return widthPx === null || heightPx === null ? null : { widthPx, heightPx };
}
