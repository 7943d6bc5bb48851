/**
 * The pictures of a document: the photo, and results each made from the photo, from another result, or from words
 * alone. A result is paid for, so nothing takes it out of the document; what can be undone is which picture is worked
 * on, which were put away and which are starred (see edits.ts).
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

/** What stands for the photo wherever a picture is named. */
export const PHOTO_ID = 'photo';
export type PictureId = string;

/** What made a picture: a tool, or the browser that put a product on a color or a picture (`composite`). */
const PICTURE_TOOL_NAMES = [...TOOL_NAMES, 'composite'] as const;
export type PictureToolName = (typeof PICTURE_TOOL_NAMES)[number];
/** What a tool's button does: the tool's own work, or a correction by hand, which is a part of cutting out. */
export const WORK_NAMES = [...TOOL_NAMES, 'refine'] as const;
export type WorkName = (typeof WORK_NAMES)[number];

/** The tool that a picture is made with. */
export const makerOf = (tool: PictureToolName): ToolName => (tool === 'composite' ? 'scene' : tool);

const sizePx = z.number().int().positive();

const count = z.number().int().nonnegative();
const productPixelsSchema = z.object({
  total: count,
  changed: count,
  /** The largest CIEDE2000 difference of a changed pixel. */
  worstDeltaE: z.number().nonnegative().optional(),
  /** What they were compared with, and the light that was declared. Absent in documents of older releases. */
  comparedWith: z.enum(COMPARED_WITH).optional(),
  light: declaredLightSchema.nullable().optional(),
});
export type ProductPixels = Readonly<z.infer<typeof productPixelsSchema>>;

export const resultSchema = z.object({
  /** The task that made it. */
  id: z.uuid(),
  tool: z.enum(PICTURE_TOOL_NAMES),
  /** The picture it was made from; of an inspiration, which is made from words, the photo's id. */
  inputId: z.string(),
  /** Storage key of the full-size result: what a download asks for, and what the next tool works on. */
  key: z.string(),
  widthPx: sizePx,
  heightPx: sizePx,
  /** From the click to the result, as the user waited. */
  durationMs: z.number().nonnegative(),
  /** A result is paid for once; the server has the last word, this only tells the user. */
  isDownloaded: z.boolean(),
  /** Of a scene: which request it is a variant of, and how it came out. */
  scene: z
    .object({
      runId: z.uuid(),
      seed: z.number().int().nullable(),
      facts: sceneFactsSchema.nullable(),
      placement: placementSchema.nullable(),
    })
    .nullable(),
  /** Of a crop: what it is a part of, and which; that other picture stays as it is. */
  cropOf: z.object({ id: z.string(), crop: cropSchema }).nullable(),
  /** Of a harmonized picture: how far it was matched to its scene, 0 to 1. */
  strength: z.number().min(0).max(1).nullable(),
  /** The same: what was said of its light and ground. */
  surroundings: surroundingsSchema.optional(),
  /** Of a cut-out: where it may be wrong, until somebody has said that it is right. */
  doubts: z.array(doubtSchema).optional(),
  /** Of a cut-out: how its product was seen, as the engine read it. */
  view: readViewSchema.optional(),
  /** What made it, when that was not the built-in engine as asked. */
  engine: z
    .object({
      name: z.string(),
      model: z.string().nullable(),
      fellBack: z.boolean(),
      /** In documents of older releases, where only other engines' scenes were compared. */
      productPixels: productPixelsSchema.nullish(),
    })
    .optional(),
  /** Of a picture that a product was put into: how many of the product's pixels are not what they should be. */
  productPixels: productPixelsSchema.optional(),
});
export type Result = Readonly<z.infer<typeof resultSchema>>;

/** What became of the product's pixels in a result; null where they were not compared. */
export const productPixelsOf = ({ productPixels, engine }: Result): ProductPixels | null =>
  productPixels ?? engine?.productPixels ?? null;

/** What of a document these look at. */
interface Results {
  readonly results: readonly Result[];
}
interface Choice extends Results {
  readonly edits: { readonly currentId: PictureId; readonly hiddenIds: readonly PictureId[] };
}

/** Null for the photo, and for what is not a result of this document. */
export const resultOf = ({ results }: Results, id: PictureId): Result | null =>
  results.find((result) => result.id === id) ?? null;

/** The result that is worked on; null when that is the photo itself. */
export const currentResult = (document: Choice): Result | null =>
  resultOf(document, document.edits.currentId);

/** Those that are not put away, oldest first. */
export const shownResults = ({ results, edits }: Choice): readonly Result[] =>
  results.filter((result) => !edits.hiddenIds.includes(result.id));

/** Another engine than the built-in one made it. */
export const isProviders = (engine: Result['engine']): boolean => engine !== undefined && !engine.fellBack;

/** The product alone, as it came out of its photo. */
export const isCutOut = (result: Result | null | undefined): boolean => result?.tool === 'cut-out';
/** A product was put into the picture, or a scene made without one. */
export const isPlaced = ({ tool, scene }: Result): boolean => scene !== null || tool === 'composite';
/** The picture has a shape of its own, not that of what it was made from. */
export const isFramed = (result: Result): boolean =>
  isPlaced(result) || (result.cropOf !== null && !isCutOut(result));

/** Where the product is in a composite: the name of a picture of its own beside it. */
export const alphaIdOf = (compositeId: PictureId): PictureId => `${compositeId}-alpha`;

/** How the product of a picture was seen: as it was read when it was cut out, whatever was corrected since. */
export function viewOf(document: Results, id: PictureId): ReadView | null {
  for (let result = resultOf(document, id); result; result = resultOf(document, result.inputId))
    if (result.view) return result.view;
  return null;
}

/** The nearest picture with the product alone that `id` was made from, or is; null when there is none. */
export function productOf(document: Results, id: PictureId): Result | null {
  let result = resultOf(document, id);
  // Chains are short, and an input is always older than what was made of it.
  while (result && !isCutOut(result)) {
    const input: Result | null = resultOf(document, result.inputId);
    if (!isPlaced(result) && input && productOf(document, input.id)?.id === input.id) return result;
    result = input;
  }
  return result;
}

/** The picture that a cut-out shows a part of: what was cut out first, however often that was corrected since. */
export function sourceOf(document: Results, cutOutId: PictureId): PictureId {
  let id = cutOutId;
  for (let result = resultOf(document, id); result && isCutOut(result); result = resultOf(document, id))
    id = result.inputId;
  return id;
}

/**
 * Whose download pays for a picture: its own, or, of one that was made here in the browser, that of the picture which it
 * was made from. Null when there is nothing in it but the user's own photo.
 */
export function payerOf(document: Results, id: PictureId): Result | null {
  const result = resultOf(document, id);
  if (!result || result.key !== '') return result;
  return payerOf(document, result.cropOf?.id ?? result.inputId);
}

/** Remembers that a result was paid for: the same download again is free. */
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
