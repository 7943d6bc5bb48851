/**
 * Pictures of a document: the photo, and results made from the photo, another result or a prompt. Results are paid for,
 * so they are never removed; only their selection, hiding and starring can be undone (see edits.ts).
 */
import { COMPARED_WITH, declaredLightSchema } from '@packshot/contract/provenance/product-comparison';
import { doubtSchema } from '@packshot/contract/tools/doubts';
import { placementSchema, sceneFactsSchema } from '@packshot/contract/tools/scene';
import { surroundingsSchema } from '@packshot/contract/tools/surroundings';
import { readViewSchema } from '@packshot/contract/tools/view';
import type { ReadView } from '@packshot/contract/tools/view';
import { z } from 'zod';
import { TOOL_NAMES } from '@packshot/contract/tools/names';
import type { ToolName } from '@packshot/contract/tools/names';
import { cropSchema } from './crop.ts';

/** ID of the photo among the pictures. */
export const PHOTO_ID = 'photo';
export type PictureId = string;

/** Makers of pictures: the tools, and the browser, which composes a product on a color or picture (`composite`). */
const PICTURE_TOOL_NAMES = [...TOOL_NAMES, 'composite'] as const;
export type PictureToolName = (typeof PICTURE_TOOL_NAMES)[number];
/** Actions of a tool's button: the tool's own work, or a manual correction of a cut-out. */
export const WORK_NAMES = [...TOOL_NAMES, 'refine'] as const;
export type WorkName = (typeof WORK_NAMES)[number];

/** Tool that makes a picture. */
export const getMaker = (tool: PictureToolName): ToolName => (tool === 'composite' ? 'scene' : tool);

const sizePx = z.number().int().positive();

const count = z.number().int().nonnegative();
const productPixelsSchema = z.object({
  total: count,
  changed: count,
  /** Largest CIEDE2000 difference of a changed pixel. */
  worstDeltaE: z.number().nonnegative().optional(),
  /** Reference of the comparison, and the declared light. Missing in documents of older releases. */
  comparedWith: z.enum(COMPARED_WITH).optional(),
  light: declaredLightSchema.nullable().optional(),
});
export type ResultProductPixels = Readonly<z.infer<typeof productPixelsSchema>>;

export const resultSchema = z.object({
  /** Task ID. */
  id: z.uuid(),
  tool: z.enum(PICTURE_TOOL_NAMES),
  /** Picture it was made from; the photo's ID for an inspiration, which is made from a prompt. */
  inputId: z.string(),
  /** Storage key of the full-size result, used for downloads and as the next tool's input. */
  key: z.string(),
  widthPx: sizePx,
  heightPx: sizePx,
  /** Time from the click to the result, as the user waited. */
  durationMs: z.number().nonnegative(),
  /** Whether it was charged already, for display only; the server decides. */
  isDownloaded: z.boolean(),
  /** Set for scenes: the request they belong to, and their outcome. */
  scene: z
    .object({
      runId: z.uuid(),
      seed: z.number().int().nullable(),
      facts: sceneFactsSchema.nullable(),
      placement: placementSchema.nullable(),
    })
    .nullable(),
  /** Set for crops: the cropped picture, which stays as it is, and the crop. */
  cropOf: z.object({ id: z.string(), crop: cropSchema }).nullable(),
  /** Set for harmonized pictures: degree of matching to the scene, 0 to 1. */
  strength: z.number().min(0).max(1).nullable(),
  /** Set for harmonized pictures: declared light and background. */
  surroundings: surroundingsSchema.optional(),
  /** Set for cut-outs: quality flags, until the user accepts the cut-out. */
  doubts: z.array(doubtSchema).optional(),
  /** Set for cut-outs: camera view as the engine read it. */
  view: readViewSchema.optional(),
  /** Engine that made it, if it wasn't the built-in engine as requested. */
  engine: z
    .object({
      name: z.string(),
      model: z.string().nullable(),
      fellBack: z.boolean(),
      /** Only in documents of older releases, which compared only other engines' scenes. */
      productPixels: productPixelsSchema.nullish(),
    })
    .optional(),
  /** Set for pictures that contain a product: how many of its pixels deviate from the expected ones. */
  productPixels: productPixelsSchema.optional(),
});
export type Result = Readonly<z.infer<typeof resultSchema>>;

/** Comparison of the product's pixels, or null if they weren't compared. */
export const getProductPixels = ({ productPixels, engine }: Result): ResultProductPixels | null =>
  productPixels ?? engine?.productPixels ?? null;

/** Fields of a document that these functions need. */
interface Results {
  readonly results: readonly Result[];
}
interface ResultChoice extends Results {
  readonly edits: { readonly currentId: PictureId; readonly hiddenIds: readonly PictureId[] };
}

/** Result by ID; null for the photo, and for unknown IDs. */
export const findResult = ({ results }: Results, id: PictureId): Result | null =>
  results.find((result) => result.id === id) ?? null;

/** Current result; null if the photo is current. */
export const currentResult = (document: ResultChoice): Result | null =>
  findResult(document, document.edits.currentId);

/** Results that aren't hidden, oldest first. */
export const shownResults = ({ results, edits }: ResultChoice): readonly Result[] =>
  results.filter((result) => !edits.hiddenIds.includes(result.id));

/** Checks whether an external engine made the picture. */
export const isProviders = (engine: Result['engine']): boolean => engine !== undefined && !engine.fellBack;

/** Checks for a cut-out: the product alone. */
export const isCutOut = (result: Result | null | undefined): boolean => result?.tool === 'cut-out';
/** Checks for a picture that a product was placed in, or a scene without a product. */
export const isPlaced = ({ tool, scene }: Result): boolean => scene !== null || tool === 'composite';
/** Checks for a picture whose shape differs from its input's. */
export const isFramed = (result: Result): boolean =>
  isPlaced(result) || (result.cropOf !== null && !isCutOut(result));

/** ID of a composite's separate product mask. */
export const toAlphaId = (compositeId: PictureId): PictureId => `${compositeId}-alpha`;

/** Camera view of a picture's product, as read when it was cut out; corrections don't change it. */
export function findView(document: Results, id: PictureId): ReadView | null {
  for (let result = findResult(document, id); result; result = findResult(document, result.inputId))
    if (result.view) return result.view;
  return null;
}

/** Nearest cut-out among `id` and its inputs, or null. */
export function findProduct(document: Results, id: PictureId): Result | null {
  let result = findResult(document, id);
  // Terminates: an input is always older than its result.
  while (result && !isCutOut(result)) {
    const input: Result | null = findResult(document, result.inputId);
    if (!isPlaced(result) && input && findProduct(document, input.id)?.id === input.id) return result;
    result = input;
  }
  return result;
}

/** Picture that a cut-out was cut from; follows corrections back to the first cut-out. */
export function findSource(document: Results, cutOutId: PictureId): PictureId {
  let id = cutOutId;
  for (let result = findResult(document, id); result && isCutOut(result); result = findResult(document, id))
    id = result.inputId;
  return id;
}

/**
 * Result charged for a picture's download: itself, or the input of a picture made in the browser. Null if it contains
 * only the user's own photo.
 */
export function findPayer(document: Results, id: PictureId): Result | null {
  const result = findResult(document, id);
  if (!result || result.key !== '') return result;
  return findPayer(document, result.cropOf?.id ?? result.inputId);
}

/** Marks a result as paid; downloading it again is free. */
export function markDownloaded<Document extends { readonly results: Result[] }>(
  document: Document,
  id: PictureId,
): Document {
  return {
    ...document,
    results: document.results.map((result) =>
      result.id === id ? { ...result, isDownloaded: true } : result,
    ),
  };
}
