/** Draws contact sheets: pages of small pictures with text. */
import { raster } from '../pixels/raster/raster.ts';
import type { RgbaRaster } from '../pixels/raster/raster.ts';
import sharp from './sharp.ts';

export interface SheetPlacement {
  readonly picture: RgbaRaster;
  readonly xPx: number;
  readonly yPx: number;
}

/** A line of text, truncated if it is too wide. */
export interface SheetText {
  readonly text: string;
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly sizePx: number;
  readonly color: string;
}

const CUT = '…';
/** Maximum number of attempts to shorten a text that is still too wide. */
const CUTS = 4;

/**
 * Draws a line of text, truncated to its width. Null if no glyph can be drawn, or if the text is still too wide after
 * `CUTS` cuts.
 */
export async function fitText(line: SheetText, fontFile: string): Promise<SheetPlacement | null> {
  const letters = [...line.text.replace(/\s+/g, ' ').trim()];
  for (let cut = 0, count = letters.length; cut <= CUTS && count > 0; cut++) {
    const text = count === letters.length ? letters.join('') : letters.slice(0, count).join('') + CUT;
    const picture = await drawText(text, line, fontFile);
    if (picture === null) return null;
    if (picture.widthPx <= line.widthPx) return { picture, xPx: line.xPx, yPx: line.yPx };
    count = Math.min(count - 1, Math.floor((count * line.widthPx) / picture.widthPx) - 1);
  }
  return null;
}

async function drawText(
  text: string,
  { sizePx, color }: SheetText,
  fontfile: string,
): Promise<RgbaRaster | null> {
  const words = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const markup = `<span foreground="${color}">${words}</span>`;
  try {
    // At 72 dots per inch, one point is one pixel, so the font size is in pixels.
    const input = { text: { text: markup, font: `DejaVu Sans ${sizePx}`, fontfile, rgba: true, dpi: 72 } };
    const { data, info } = await sharp(input).raw().toBuffer({ resolveWithObject: true });
    const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return info.channels === 4 ? raster(samples, info.width, info.height, 4) : null;
  } catch {
    // Pango fails if the font has no glyph for any of the characters.
    return null;
  }
}

/** Composes the drawn pictures on white as a PNG. */
export function drawPage(
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  pictures: readonly SheetPlacement[],
): Promise<Uint8Array> {
  return sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: '#ffffff' } })
    .composite(
      pictures.map(({ picture, xPx: left, yPx: top }) => ({
        input: Buffer.from(picture.data.buffer, picture.data.byteOffset, picture.data.byteLength),
        raw: { width: picture.widthPx, height: picture.heightPx, channels: 4 as const },
        left,
        top,
      })),
    )
    .png({ compressionLevel: 6 })
    .toBuffer();
}
