/** Smaller and converted copies of a picture, drawn in the browser. */
import { CanvasLimitError } from '../canvas/canvas-errors.ts';
import { decodeImage, encodeSurface, surface } from '../canvas/surface.ts';
import type { Drawable, Surface } from '../canvas/surface.ts';
import { isReadBackTrue } from '../canvas/trust.ts';

export const THUMBNAIL_WIDTH_PX = 544;
export const RESIZE_LONGEST_SIDE_PX = 768;
/** WebP quality of the smaller copies, 0 to 1. */
const WEBP_QUALITY = 0.6;

/**
 * Renders a smaller copy of a picture as WebP, never larger than the original.
 * @param size size of the source, in pixels
 */
export async function renderWebp(
  source: Drawable,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  scale: number,
): Promise<Blob> {
  const factor = Math.min(1, scale);
  return encodeSurface(drawScaled(source, widthPx * factor, heightPx * factor), 'image/webp', WEBP_QUALITY);
}

/** Renders the thumbnail of a picture, at most `THUMBNAIL_WIDTH_PX` wide; null if the browser's canvas can't. */
export async function createThumbnail(file: Blob): Promise<Blob | null> {
  if (!(await isReadBackTrue())) return null;
  try {
    const source = await decodeImage(file);
    const size = { widthPx: source.width, heightPx: source.height };
    return await renderWebp(source, size, THUMBNAIL_WIDTH_PX / source.width).finally(() => source.close());
  } catch (error) {
    if (error instanceof CanvasLimitError) return null;
    throw error;
  }
}

const SIGNATURE_BYTES = 12;
const JPEG = /^\xff\xd8\xff/;
const WEBP = /^RIFF.{4}WEBP/s;

/** Detects the type by the bytes, because a store may give a file any name. */
export async function isJpegOrWebp(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  const text = String.fromCharCode(...head);
  return JPEG.test(text) || WEBP.test(text);
}

/**
 * Converts a JPEG or WebP to PNG; any other file stays the same, byte for byte.
 * @throws CanvasLimitError if this device can't decode or draw it
 */
export async function asPng(file: Blob): Promise<Blob> {
  if (!(await isJpegOrWebp(file))) return file;
  const source = await decodeImage(file);
  try {
    return await encodeSurface(drawScaled(source, source.width, source.height), 'image/png');
  } finally {
    source.close();
  }
}

function drawScaled(source: Drawable, widthPx: number, heightPx: number): Surface {
  const copy = surface(widthPx, heightPx);
  copy.context.drawImage(source, 0, 0, copy.canvas.width, copy.canvas.height);
  return copy;
}
