import { decodePhoto } from '../../codec/decode.ts';
import { encodeJpeg, encodePng } from '../../codec/encode.ts';
import { resizePart } from '../../codec/resize-part.ts';
import { drawPage, fitText } from '../../codec/sheet-page.ts';
import type { SheetPlacement, SheetText } from '../../codec/sheet-page.ts';
import type { RgbaRaster } from '../../pixels/raster/raster.ts';
import { ImageRefusal } from '../../pixels/raster/refusal.ts';
import { createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';

export interface SheetPage {
  readonly widthPx: number;
  readonly heightPx: number;
  /** TrueType font file, because the machine may have no fonts. */
  readonly fontFile: string;
  /** Position of each picture's square. */
  readonly at: readonly { readonly xPx: number; readonly yPx: number }[];
  readonly texts: readonly SheetText[];
}

export interface ContactSheetInput {
  /** Pictures that we produced, or null for an empty place. */
  readonly pictures: readonly (Uint8Array | null)[];
  /** Side of the square into which each picture fits. */
  readonly sidePx: number;
  /** Page layout, or null for separate pictures. */
  readonly page: SheetPage | null;
  /** Text lines to draw as separate pictures, in any font of the machine that has their letters. */
  readonly lines?: { readonly fontFile: string; readonly texts: readonly SheetText[] };
}

/** A picture as a JPEG on white. */
export interface SheetPicture {
  readonly file: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A text line on a transparent background. */
export interface SheetLine {
  readonly file: Uint8Array;
  readonly widthPx: number;
}

export interface ContactSheetResult {
  /** Pictures in their order, empty for a page; null for an empty place or an unreadable picture. */
  pictures: (SheetPicture | null)[];
  /** Lines as PNGs in their order; null if no glyph is visible. */
  lines: (SheetLine | null)[];
  /** Page as a PNG, or null. */
  page: Uint8Array | null;
  stagesMs: Record<string, number>;
}

const STAGES = { decode: 0, page: 0.6 } as const;
const QUALITY = 82;

export async function run(input: ContactSheetInput, context: ToolContext): Promise<ContactSheetResult> {
  const { pictures, sidePx, page } = input;
  const stages = createStages(STAGES, context);
  const small: (RgbaRaster | null)[] = [];
  // One after another, because a run's pictures may be large.
  for (const picture of pictures)
    small.push(await stages.run('decode', () => fitted(picture, sidePx, context.signal)));
  if (page === null) {
    const jpegs = small.map(async (picture): Promise<SheetPicture | null> => {
      if (picture === null) return null;
      const { widthPx, heightPx } = picture;
      return { file: await encodeJpeg(picture, QUALITY, '#ffffff'), widthPx, heightPx };
    });
    const lines = await stages.run('page', () => drawnLines(input.lines));
    return { pictures: await Promise.all(jpegs), lines, page: null, stagesMs: stages.durationsMs };
  }
  const pageFile = await stages.run('page', async () => {
    const placed = small.flatMap((picture, place): SheetPlacement[] => {
      const at = page.at[place];
      if (picture === null || at === undefined) return [];
      const middle = (px: number): number => Math.round((sidePx - px) / 2);
      return [{ picture, xPx: at.xPx + middle(picture.widthPx), yPx: at.yPx + middle(picture.heightPx) }];
    });
    const texts = await Promise.all(page.texts.map((text) => fitText(text, page.fontFile)));
    return drawPage(page, [...placed, ...texts.flatMap((text) => text ?? [])]);
  });
  return { pictures: [], lines: [], page: pageFile, stagesMs: stages.durationsMs };
}

async function drawnLines(lines: ContactSheetInput['lines']): Promise<(SheetLine | null)[]> {
  if (lines === undefined) return [];
  const renderedLines: (SheetLine | null)[] = [];
  for (const text of lines.texts) {
    const line = await fitText(text, lines.fontFile);
    renderedLines.push(line && { file: await encodePng(line.picture), widthPx: line.picture.widthPx });
  }
  return renderedLines;
}

/** Decodes a picture; null if it is unreadable, so that the rest of the page is still drawn. */
async function decoded(picture: Uint8Array, signal: AbortSignal): Promise<RgbaRaster | null> {
  try {
    return (await decodePhoto(picture, signal)).image;
  } catch (error) {
    if (error instanceof ImageRefusal) return null;
    throw error;
  }
}

async function fitted(
  picture: Uint8Array | null,
  sidePx: number,
  signal: AbortSignal,
): Promise<RgbaRaster | null> {
  if (picture === null) return null;
  const image = await decoded(picture, signal);
  if (image === null) return null;
  const scale = Math.min(1, sidePx / Math.max(image.widthPx, image.heightPx));
  const side = (px: number): number => Math.max(1, Math.round(px * scale));
  return resizePart(image, null, { widthPx: side(image.widthPx), heightPx: side(image.heightPx) });
}
