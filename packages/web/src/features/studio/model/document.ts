/**
 * Document of the studio: all data of a user's work on a photo that is stored beyond the page's lifetime. Immutable,
 * plain, versioned data, validated when read from the browser's database. Pixels aren't included: photo, result and
 * thumbnail are separate blobs named after the document's ID (see document-store.ts).
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
import type { PixelSize } from './size.ts';

/** Version of the format. Increase it with each change of the format, and add a step to `MIGRATIONS`. */
export const DOCUMENT_VERSION = 9;

const sizePx = z.number().int().positive();

const photoSchema = z.object({
  /** Original file name of the photo, from which the name of downloads is made. */
  name: z.string().min(1).max(255),
  sizeBytes: z.number().int().positive(),
  mimeType: z.string(),
  /** Size after rotation by the EXIF or HEIC orientation, in pixels; null until the browser has decoded the picture. */
  widthPx: sizePx.nullable(),
  heightPx: sizePx.nullable(),
  /** Storage key of the uploaded original; null until the upload is complete. */
  uploadKey: z.string().nullable(),
  /**
   * Set if this photo is a result of another document; downloads of pictures made from it are charged to that result.
   * Null for the user's own photo.
   */
  openedFrom: z
    .object({
      key: z.string(),
      isDownloaded: z.boolean(),
      /** IPTC source type; files that the browser makes from the photo state it too. */
      sourceType: z.enum(DIGITAL_SOURCE_TYPES),
    })
    .nullable(),
});

/** Tasks that the server has accepted, and whose end this browser hasn't seen. */
const pendingRunSchema = z.object({
  taskIds: z.array(z.uuid()).min(1),
  startedAtMs: z.number(),
  tool: z.enum(WORK_NAMES),
  inputId: z.string(),
  /** ID of the scene request to which the tasks belong, or null for other tools. */
  requestId: z.uuid().nullable(),
});

/** A request for scenes: the tasks of its variants, and its settings. */
const requestSchema = z.object({
  id: z.uuid(),
  tool: z.enum(WORK_NAMES),
  inputId: z.string(),
  startedAtMs: z.number(),
  taskIds: z.array(z.uuid()),
  scene: sceneSettingsSchema,
  failures: z.record(z.string(), z.string()),
});

/** Background shown behind the cut-out on the stage, to judge its edge; never part of the result's own file. */
const backdropSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('transparent') }),
  z.object({ kind: z.literal('color'), hex: z.string().regex(/^#[\da-f]{6}$/) }),
]);

/**
 * Display of a cut-out while the user corrects it: the cut-out alone, the photo with removed areas in red, the cut-out
 * over the faint photo, or its alpha only.
 */
const REFINE_LOOKS = ['cut-out', 'red', 'ghost', 'alpha'] as const;
export type RefineLook = (typeof REFINE_LOOKS)[number];

const COMPARE_MODES = ['result', 'slider', 'side-by-side'] as const;
const viewSchema = z.object({
  compare: z.enum(COMPARE_MODES),
  /** Position of the line that compares two pictures: 0 is the picture's left edge, 1 its right. */
  splitFraction: z.number().min(0).max(1),
  backdrop: backdropSchema,
  refineLook: z.enum(REFINE_LOOKS),
  /** Made scene beside which the user makes a new one. Has a default, because older documents lack it. */
  newBesideId: z.string().nullable().default(null),
});

const documentSchema = z.object({
  version: z.literal(DOCUMENT_VERSION),
  id: z.uuid(),
  /** User who owns the storage keys and tasks; null before the first request. */
  ownerId: z.string().nullable(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  /** Photo; null for documents that contain only pictures made from a prompt. */
  photo: photoSchema.nullable(),
  tool: z.enum(TOOL_NAMES),
  /** Results, oldest first. */
  results: z.array(resultSchema),
  /** Requests, oldest first. */
  requests: z.array(requestSchema),
  edits: editsSchema,
  history: historySchema,
  /** Masks that the user drew over each picture, by picture ID. */
  masks: z.record(z.string(), maskSchema),
  /** Manual corrections of each cut-out, by cut-out ID. */
  corrections: z.record(z.string(), correctionSchema),
  /** Storage keys of the user's own background and reference pictures, by picture ID. */
  uploads: z.record(z.string(), z.string()),
  pendingRun: pendingRunSchema.nullable(),
  /** Identities of pictures made in the browser that are stored in the history (`history/filing.ts`). */
  filed: z.array(z.string()),
  view: viewSchema,
});

export type StudioDocument = Readonly<z.infer<typeof documentSchema>>;
export type StudioPhoto = NonNullable<StudioDocument['photo']>;
export type StageBackdrop = z.infer<typeof backdropSchema>;

/** @returns the sRGB hex selected as background of transparent pictures, or null for none */
export const stageBackdrop = ({ view: { backdrop } }: Pick<StudioDocument, 'view'>): string | null =>
  backdrop.kind === 'color' ? backdrop.hex : null;
export type CompareMode = (typeof COMPARE_MODES)[number];
type DocumentView = StudioDocument['view'];

/**
 * Validates a stored document.
 * @param stored value from the browser's database, of this version or an older one
 * @param migrations steps from older versions
 * @returns null if it isn't a document, or is of a newer version than this page knows
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
  newBesideId: null,
};

/** Creates a document for the given tool, with the view and tool settings of the previous document. */
export function createDocument(input: {
  id: string;
  nowMs: number;
  photo: (Omit<StudioPhoto, 'uploadKey' | 'openedFrom'> & Partial<Pick<StudioPhoto, 'openedFrom'>>) | null;
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
      ...(before ? editsGoneOnFrom(before) : NO_EDITS),
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

/**
 * Copies the settings and the scene to the next product's document, without prompts, placement and seed. Drops the
 * user's own pictures, which belong to the old document. Keeps words typed before there was a photo, and those of a
 * scene lock.
 */
function editsGoneOnFrom({ photo, edits: { settings, scene } }: StudioDocument): Edits {
  const reference = scene.reference?.kind === 'built-in' ? scene.reference : null;
  const background = scene.background === 'picture' ? 'scene' : scene.background;
  return {
    ...NO_EDITS,
    settings: { ...settings, prompt: '' },
    scene: {
      ...scene,
      prompt: photo === null || scene.look !== null ? scene.prompt : '',
      reference,
      background,
      picture: null,
      otherProducts: [],
      placement: null,
      framing: null,
      seed: null,
    },
  };
}

/**
 * Adapts a stored document to the current user. Storage keys and tasks belong to the user who created them. For another
 * user, for example after a guest session expired, results are dropped. The photo, its mask and the settings stay.
 * @param userId null if unknown, for example offline; the document then stays unchanged
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
    // Masks and descriptions of the photo stay valid.
    masks: entriesForPhoto(document.masks),
    corrections: {},
    edits: {
      ...NO_EDITS,
      settings: document.edits.settings,
      scene: { ...scene, reference: scene.reference?.kind === 'result' ? null : scene.reference },
      descriptions: entriesForPhoto(document.edits.descriptions),
      shopTexts: entriesForPhoto(document.edits.shopTexts),
      productName: document.edits.productName,
    },
    history: NO_HISTORY,
    uploads: {},
    pendingRun: null,
    filed: [],
    view: { ...document.view, compare: 'result' },
  };
}

/** Product name that the user typed; empty for the one suggested from the file's name, which may mean other things. */
export const typedName = ({ photo, edits }: Pick<StudioDocument, 'photo' | 'edits'>): string =>
  photo !== null && edits.productName === nameInFile(photo.name) ? '' : edits.productName;

function entriesForPhoto<Value>(byPicture: Readonly<Record<string, Value>>): Record<string, Value> {
  const value = byPicture[PHOTO_ID];
  return value === undefined ? {} : { [PHOTO_ID]: value };
}

export const currentMask = (document: StudioDocument): Mask =>
  document.masks[document.edits.currentId] ?? EMPTY_MASK;

export function withCurrentMask(document: StudioDocument, change: (mask: Mask) => Mask): StudioDocument {
  const id = document.edits.currentId;
  return { ...document, masks: { ...document.masks, [id]: change(document.masks[id] ?? EMPTY_MASK) } };
}

export function currentCorrection(document: StudioDocument): Correction | null {
  const result = currentResult(document);
  if (!result || !isCutOut(result)) return null;
  return document.corrections[result.id] ?? NO_CORRECTION;
}

/** Changes the correction of the cut-out on the stage; returns the same document if no cut-out is on the stage. */
export function withCurrentCorrection(
  document: StudioDocument,
  change: (correction: Correction) => Correction,
): StudioDocument {
  return currentCorrection(document) ? withCorrection(document, document.edits.currentId, change) : document;
}

export function withCorrection(
  document: StudioDocument,
  id: string,
  change: (correction: Correction) => Correction,
): StudioDocument {
  const correction = document.corrections[id] ?? NO_CORRECTION;
  return { ...document, corrections: { ...document.corrections, [id]: change(correction) } };
}

/** Whether the user has drawn corrections but not applied them; the cut-out then has to be made again. */
export const hasOpenCorrection = (document: StudioDocument): boolean =>
  (currentCorrection(document)?.strokes.length ?? 0) > 0;

export function getPictureSize(
  document: StudioDocument,
  pictureId: string = document.edits.currentId,
): PixelSize | null {
  const result = document.results.find(({ id }) => id === pictureId);
  if (result) return result;
  const { widthPx, heightPx } = document.photo ?? { widthPx: null, heightPx: null };
  return widthPx === null || heightPx === null ? null : { widthPx, heightPx };
}
