/**
 * Everything that is drawn and read back in the browser goes through here. Devices limit canvases silently, and browsers may
 * protect what is read from them: what was drawn is checked, and `software.ts` draws where a canvas can't.
 */
import { nativeSurfaces } from './native.ts';

/** A decoded picture, or a surface's own pixels. */
export interface Drawable {
  readonly width: number;
  readonly height: number;
}

/** A decoded picture; `close` it after drawing. */
export interface Bitmap extends Drawable {
  close(): void;
}

/** The part of a 2d context that both kinds of surface have. */
export interface DrawingContext extends Pick<
  OffscreenCanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'clearRect'
  | 'closePath'
  | 'ellipse'
  | 'fillRect'
  | 'lineTo'
  | 'moveTo'
  | 'resetTransform'
  | 'restore'
  | 'rotate'
  | 'save'
  | 'scale'
  | 'stroke'
  | 'transform'
  | 'translate'
  | 'fillStyle'
  | 'globalAlpha'
  | 'globalCompositeOperation'
  | 'lineCap'
  | 'lineJoin'
  | 'lineWidth'
  | 'strokeStyle'
> {
  fill(): void;
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  drawImage(image: Drawable, xPx: number, yPx: number): void;
  drawImage(image: Drawable, xPx: number, yPx: number, widthPx: number, heightPx: number): void;
  drawImage(
    image: Drawable,
    fromXPx: number,
    fromYPx: number,
    fromWidthPx: number,
    fromHeightPx: number,
    xPx: number,
    yPx: number,
    widthPx: number,
    heightPx: number,
  ): void;
}

export interface Surface {
  readonly canvas: Drawable;
  readonly context: DrawingContext;
}

export interface DecodeOptions extends Pick<ImageBitmapOptions, 'colorSpaceConversion' | 'premultiplyAlpha'> {
  /** Upright size that the picture must have; absent: any. Browsers may decode large pictures smaller. */
  readonly statedSize?: { readonly widthPx: number; readonly heightPx: number };
}

/** How surfaces are made and read. */
export interface Surfaces {
  /** @param isRead it is read back often */
  create(widthPx: number, heightPx: number, isRead: boolean): Surface;
  read(surface: Surface, xPx: number, yPx: number, widthPx: number, heightPx: number): ImageData;
  write(surface: Surface, pixels: ImageData, xPx: number, yPx: number): void;
  /** @param quality 0 to 1 */
  encode(surface: Surface, mimeType: string, quality: number): Promise<Blob>;
  decode(file: Blob, options: DecodeOptions): Promise<Bitmap>;
}

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
