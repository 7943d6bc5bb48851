/**
 * Pictures of a document: the photo, and results made from the photo, another result or a prompt. Results are paid
 * for, so undo doesn't remove them; only their selection, hiding and starring can be undone (see edits.ts).
 */
import { canonicalJson } from '@packshot/contract/catalog/canonical-json';
import { COMPARED_WITH, declaredLightSchema } from '@packshot/contract/provenance/product-comparison';
import { qualityFlagSchema } from '@packshot/contract/tools/quality-flags';
import { placementSchema, sceneFactsSchema } from '@packshot/contract/tools/scene';
import { surroundingsSchema } from '@packshot/contract/tools/surroundings';
import { readViewSchema } from '@packshot/contract/tools/view';
import type { ReadView } from '@packshot/contract/tools/view';
import { z } from 'zod';
import { TOOL_NAMES } from '@packshot/contract/tools/names';
import type { ToolName } from '@packshot/contract/tools/names';
import { cropSchema } from './crop.ts';

export const PHOTO_ID = 'photo';
export type PictureId = string;

/** Makers of pictures: the tools, and the browser, which composes a product on a color or picture (`composite`). */
const PICTURE_TOOL_NAMES = [...TOOL_NAMES, 'composite'] as const;
export type PictureToolName = (typeof PICTURE_TOOL_NAMES)[number];
/** Actions of a tool's button: the tool's own work, a manual correction of a cut-out, or changes of a made scene. */
export const WORK_NAMES = [...TOOL_NAMES, 'refine', 'adjust'] as const;
export type WorkName = (typeof WORK_NAMES)[number];

/** Tool that makes a picture; composites belong to the scene tool. */
export const getMaker = (tool: PictureToolName): ToolName => (tool === 'composite' ? 'scene' : tool);

const sizePx = z.number().int().positive();

const count = z.number().int().nonnegative();
const productPixelsSchema = z.object({
  total: count,
  changed: count,
  /** Largest CIEDE2000 difference of a changed pixel. */
  worstDeltaE: z.number().nonnegative().optional(),
  /** Picture with which the product was compared, and the light applied to it. Missing in older documents. */
  comparedWith: z.enum(COMPARED_WITH).optional(),
  light: declaredLightSchema.nullable().optional(),
});
export type ResultProductPixels = Readonly<z.infer<typeof productPixelsSchema>>;

export const resultSchema = z.object({
  /** Task ID, or a new ID for pictures made in the browser. */
  id: z.uuid(),
  tool: z.enum(PICTURE_TOOL_NAMES),
  /** ID of the picture from which it was made; the photo's ID for an inspiration, which is made from a prompt. */
  inputId: z.string(),
  /**
   * Storage key of the full-size result, used for downloads and as the next tool's input; empty for pictures made in
   * the browser.
   */
  key: z.string(),
  widthPx: sizePx,
  heightPx: sizePx,
  /** Time in milliseconds that the user waited, from the click to the result. */
  durationMs: z.number().nonnegative(),
  /** Whether the download was charged already, for display only; the server decides. */
  isDownloaded: z.boolean(),
  /** Set for scenes: the request that they belong to, and the result's own data. */
  scene: z
    .object({
      runId: z.uuid(),
      seed: z.number().int().nullable(),
      facts: sceneFactsSchema.nullable(),
      placement: placementSchema.nullable(),
    })
    .nullable(),
  /** Set for crops: the ID of the picture that was cropped, which stays unchanged, and the crop. */
  cropOf: z.object({ id: z.string(), crop: cropSchema }).nullable(),
  /** Set for harmonized pictures: strength of matching the product to the scene, 0 to 1. */
  strength: z.number().min(0).max(1).nullable(),
  /** Set for harmonized pictures: the light and background that the user stated. */
  surroundings: surroundingsSchema.optional(),
  /** Set for enlargements of a picture that the browser composed on the input. */
  isOfComposition: z.literal(true).optional(),
  /** Set for a scene that an export made again in a shop's format. */
  isExtension: z.literal(true).optional(),
  /** Set for cut-outs: quality flags, until the user accepts the cut-out. */
  doubts: z.array(qualityFlagSchema).optional(),
  /** Set for cut-outs: camera view estimated by the engine. */
  view: readViewSchema.optional(),
  /** External engine that made the result, or the built-in one after an external engine failed. */
  engine: z
    .object({
      name: z.string(),
      model: z.string().nullable(),
      fellBack: z.boolean(),
      /** Only in documents of older releases, which compared the product only in scenes of external engines. */
      productPixels: productPixelsSchema.nullish(),
    })
    .optional(),
  /** Set if the product's pixels were compared with the expected ones: how many there are, and how many deviate. */
  productPixels: productPixelsSchema.optional(),
});
export type Result = Readonly<z.infer<typeof resultSchema>>;

/** Comparison of the product's pixels, or null if they weren't compared. */
export const getProductPixels = ({ productPixels, engine }: Result): ResultProductPixels | null =>
  productPixels ?? engine?.productPixels ?? null;

interface Results {
  readonly results: readonly Result[];
}
interface ResultChoice extends Results {
  readonly edits: { readonly currentId: PictureId; readonly hiddenIds: readonly PictureId[] };
}

export const findResult = ({ results }: Results, id: PictureId): Result | null =>
  results.find((result) => result.id === id) ?? null;

export const currentResult = (document: ResultChoice): Result | null =>
  findResult(document, document.edits.currentId);

export const shownResults = ({ results, edits }: ResultChoice): readonly Result[] =>
  results.filter((result) => !edits.hiddenIds.includes(result.id));

/** Whether an external engine made the picture. */
export const isProviders = (engine: Result['engine']): boolean => engine !== undefined && !engine.fellBack;

export const isCutOut = (result: Result | null | undefined): boolean => result?.tool === 'cut-out';
export const isEnlarged = ({ tool }: Result): boolean => tool === 'upscale';
/** Whether a result is a picture into which a product was placed, or a scene without a product. */
export const isPlaced = ({ tool, scene }: Result): boolean => scene !== null || tool === 'composite';
/**
 * Whether a result isn't aligned with the picture from which it was made: scenes, composites, and crops of anything
 * but a cut-out.
 */
export const isFramed = (result: Result): boolean =>
  isPlaced(result) || (result.cropOf !== null && !isCutOut(result));

/** ID under which a composite's separate product mask is stored. */
export const toAlphaId = (compositeId: PictureId): PictureId => `${compositeId}-alpha`;

/**
 * Camera view of a picture's product: the view stored with the picture or with the nearest one from which it was
 * made, or null.
 */
export function findView(document: Results, id: PictureId): ReadView | null {
  for (let result = findResult(document, id); result; result = findResult(document, result.inputId))
    if (result.view) return result.view;
  return null;
}

/**
 * Product of the picture `id`: the nearest cut-out among the picture and those from which it was made. If the picture
 * was made directly from that product without placing it, such as an enlargement, it is the product itself. Null if
 * there is none.
 */
export function findProduct(document: Results, id: PictureId): Result | null {
  let result = findResult(document, id);
  // Follows the inputs. The loop ends, because an input is always older than its result.
  while (result && !isCutOut(result)) {
    const input: Result | null = findResult(document, result.inputId);
    if (!isPlaced(result) && input && findProduct(document, input.id)?.id === input.id) return result;
    result = input;
  }
  return result;
}

/** Picture from which a product was cut out; follows corrections back to the first cut-out. */
export function findSource(document: Results, cutOutId: PictureId): PictureId {
  let id = cutOutId;
  for (let result = findResult(document, id); result && isCutOut(result); result = findResult(document, id))
    id = result.inputId;
  return id;
}

/**
 * Result on the server that a picture shows: itself, or the one from which the browser made it. Null if the picture
 * contains only the user's own photo.
 */
export function findStored(document: Results, id: PictureId): Result | null {
  const result = findResult(document, id);
  return !result || result.key !== '' ? result : findStored(document, result.cropOf?.id ?? result.inputId);
}

/**
 * Result whose download pays for a picture: the stored one, or the scene of which it differs only in size or places.
 * Null if the picture contains only the user's own photo.
 */
export function findPayer(document: Results, id: PictureId): Result | null {
  const stored = findStored(document, id);
  const sceneBefore = stored && findResult(document, stored.inputId);
  return sceneBefore && isSameScene(sceneBefore, stored) ? findPayer(document, sceneBefore.id) : stored;
}

/** Whether two scenes have the same scene lock, so that at most their sizes and the places of products differ. */
function isSameScene(a: Result, b: Result): boolean {
  const [lockA, lockB] = [a.scene?.facts?.look, b.scene?.facts?.look];
  return lockA !== undefined && lockB !== undefined && canonicalJson(lockA) === canonicalJson(lockB);
}

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
