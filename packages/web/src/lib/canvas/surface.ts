/**
 * Everything that is drawn and read back in the browser goes through here. Devices limit canvases silently, and browsers may
 * protect what is read from them: what was drawn is checked, and `software.ts` draws where a canvas can't.
 */
import { nativeSurfaces } from './native.ts';
import type { Bitmap, DecodeOptions, Surface, Surfaces } from './surface-types.ts';

export type { Bitmap, Drawable, DrawingContext, Surface } from './surface-types.ts';

let surfaces: Surfaces = nativeSurfaces;

/** Has everything that this thread draws drawn by something else than the browser's canvas. */
export function useSurfaces(others: Surfaces): void {
  surfaces = others;
}

/**
 * @throws CanvasLimitError for a size that this device doesn't draw
 */
export const surface = (widthPx: number, heightPx: number, { isRead = false } = {}): Surface =>
  surfaces.create(Math.max(1, Math.round(widthPx)), Math.max(1, Math.round(heightPx)), isRead);

/** Pixels of a surface: all of them, or those of a part. */
export const readPixels = (
  drawn: Surface,
  xPx = 0,
  yPx = 0,
  widthPx: number = drawn.canvas.width,
  heightPx: number = drawn.canvas.height,
): ImageData => surfaces.read(drawn, xPx, yPx, widthPx, heightPx);

export const writePixels = (onto: Surface, pixels: ImageData, xPx = 0, yPx = 0): void =>
  surfaces.write(onto, pixels, xPx, yPx);

/**
 * A surface as a file.
 * @param quality of lossy formats, 0 to 1
 * @returns a PNG where the browser can't write the format
 * @throws CanvasLimitError when the surface lost what was drawn
 */
export const encodeSurface = (drawn: Surface, mimeType: string, quality = 1): Promise<Blob> =>
  surfaces.encode(drawn, mimeType, quality);

/**
 * Decodes a picture, upright.
 * @throws CanvasLimitError when this browser can't decode it at its own size
 */
export const decodeImage = (file: Blob, options: DecodeOptions = {}): Promise<Bitmap> =>
  surfaces.decode(file, options);
