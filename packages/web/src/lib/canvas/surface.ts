/**
 * Surfaces for all drawing and reading of pixels in the browser. Devices limit canvases without an error, and browsers
 * may change pixels that pages read. Drawings are therefore checked, and `software.ts` replaces the canvas if it fails.
 */
import { nativeSurfaces } from './native.ts';
import type { Bitmap, DecodeOptions, Surface, Surfaces } from './surface-types.ts';

export type { Bitmap, Drawable, DrawingContext, Surface } from './surface-types.ts';

let surfaces: Surfaces = nativeSurfaces;

/** Replaces the implementation of surfaces in this thread. */
export function useSurfaces(others: Surfaces): void {
  surfaces = others;
}

/**
 * Creates a surface, by default not for frequent reading.
 * @throws CanvasLimitError for a size that this device can't draw
 */
export const surface = (widthPx: number, heightPx: number, { isRead = false } = {}): Surface =>
  surfaces.create(Math.max(1, Math.round(widthPx)), Math.max(1, Math.round(heightPx)), isRead);

export const readPixels = (
  drawing: Surface,
  xPx = 0,
  yPx = 0,
  widthPx: number = drawing.canvas.width,
  heightPx: number = drawing.canvas.height,
): ImageData => surfaces.read(drawing, xPx, yPx, widthPx, heightPx);

export const writePixels = (onto: Surface, pixels: ImageData, xPx = 0, yPx = 0): void =>
  surfaces.write(onto, pixels, xPx, yPx);

/**
 * Encodes a surface.
 * @param quality quality of lossy formats, 0 to 1
 * @returns a PNG if the browser can't encode the format
 * @throws CanvasLimitError if the surface lost its content
 */
export const encodeSurface = (drawing: Surface, mimeType: string, quality = 1): Promise<Blob> =>
  surfaces.encode(drawing, mimeType, quality);

/**
 * Decodes a picture and rotates it upright.
 * @throws CanvasLimitError if this browser can't decode it at full size
 */
export const decodeImage = (file: Blob, options: DecodeOptions = {}): Promise<Bitmap> =>
  surfaces.decode(file, options);
