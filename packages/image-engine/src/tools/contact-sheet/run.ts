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
  /** Path of a TrueType font, because the machine may have no fonts installed. */
  readonly fontFile: string;
  /** Position of each picture's square on the page. */
  readonly at: readonly { readonly xPx: number; readonly yPx: number }[];
  readonly texts: readonly SheetText[];
}

export interface ContactSheetInput {
  /** Pictures made by this product, or null for an empty square. */
  readonly pictures: readonly (Uint8Array | null)[];
  /** Side of the square into which each picture is fitted. */
  readonly sidePx: number;
  /** Page layout, or null to make separate small pictures. */
  readonly page: SheetPage | null;
  /** Text lines to draw as separate pictures. Letters that the font lacks are drawn in an installed font. */
  readonly lines?: { readonly fontFile: string; readonly texts: readonly SheetText[] };
}

/** Small picture as a JPEG on white. */
export interface SheetPicture {
  readonly file: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Text line as a picture with a transparent background. */
export interface SheetLine {
  readonly file: Uint8Array;
  readonly widthPx: number;
}

export interface ContactSheetResult {
  /**
   * Small pictures in the order of the input, null for an empty square or an unreadable picture; an empty list if a
   * page is made.
   */
  pictures: (SheetPicture | null)[];
  /**
   * Text lines as PNGs in the order of the input, null for a line that can't be drawn in its width; an empty list if a
   * page is made.
   */
  lines: (SheetLine | null)[];
  /** Page as a PNG, or null if separate pictures are made. */
  page: Uint8Array | null;
  stagesMs: Record<string, number>;
}

const STAGES = { decode: 0, page: 0.6 } as const;
const QUALITY = 82;

export async function run(input: ContactSheetInput, context: ToolContext): Promise<ContactSheetResult> {
  const { pictures, sidePx, page } = input;
  const stages = createStages(STAGES, context);
  const small: (RgbaRaster | null)[] = [];
  // Decodes one picture after another, because they may be large.
  for (const picture of pictures)
    small.push(await stages.run('decode', () => fitPicture(picture, sidePx, context.signal)));
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

/** Decodes a picture; null if it is unreadable, so that the other pictures of the page are still drawn. */
async function decodePicture(picture: Uint8Array, signal: AbortSignal): Promise<RgbaRaster | null> {
  try {
    return (await decodePhoto(picture, signal)).image;
  } catch (error) {
    if (error instanceof ImageRefusal) return null;
    throw error;
  }
}

async function fitPicture(
  picture: Uint8Array | null,
  sidePx: number,
  signal: AbortSignal,
): Promise<RgbaRaster | null> {
  if (picture === null) return null;
  const image = await decodePicture(picture, signal);
  if (image === null) return null;
  const scale = Math.min(1, sidePx / Math.max(image.widthPx, image.heightPx));
  const side = (px: number): number => Math.max(1, Math.round(px * scale));
  return resizePart(image, null, { widthPx: side(image.widthPx), heightPx: side(image.heightPx) });
}
