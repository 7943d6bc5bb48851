/** Surfaces that use the browser's own canvas. Checks that drawing worked, because devices fail without an error. */
import { CanvasLimitError } from './canvas-errors.ts';
import { assertNotProtected } from './trust.ts';
import type { Bitmap, DecodeOptions, Surface, Surfaces } from './surface-types.ts';

interface NativeSurface {
  readonly canvas: OffscreenCanvas;
  readonly context: OffscreenCanvasRenderingContext2D;
}

const native = (drawing: Surface): NativeSurface => drawing as unknown as NativeSurface;

export const nativeSurfaces: Surfaces = {
  create(widthPx, heightPx, willReadFrequently) {
    if (typeof OffscreenCanvas === 'undefined') throw new CanvasLimitError('This browser has no canvas.');
    // If the browser changes pixels that pages read, all checks would be unreliable.
    assertNotProtected();
    const canvas = new OffscreenCanvas(widthPx, heightPx);
    const context = canvas.getContext('2d', { willReadFrequently });
    if (!context) throw new CanvasLimitError('This browser draws nothing on a canvas.');
    assertDraws({ canvas, context });
    context.imageSmoothingQuality = 'high';
    return { canvas, context } as unknown as Surface;
  },
  read: (drawing, xPx, yPx, widthPx, heightPx) => {
    assertNotProtected();
    const { context } = native(drawing);
    if (context.isContextLost?.()) throw new CanvasLimitError('The browser dropped a canvas.');
    return context.getImageData(xPx, yPx, widthPx, heightPx);
  },
  write: (drawing, pixels, xPx, yPx) => native(drawing).context.putImageData(pixels, xPx, yPx),
  async encode(drawing, type, quality) {
    assertNotProtected();
    const { canvas, context } = native(drawing);
    assertDraws({ canvas, context });
    // Browsers return null for a canvas they can't encode, despite the types.
    const blob = (await canvas.convertToBlob({ type, quality })) as Blob | null;
    if (!blob || blob.size === 0) throw new CanvasLimitError('The browser encoded nothing.');
    return blob;
  },
  decode,
};

async function decode(file: Blob, { statedSize, ...options }: DecodeOptions): Promise<Bitmap> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, options);
  } catch (cause) {
    throw new CanvasLimitError('The browser could not decode a picture.', { cause });
  }
  const { widthPx, heightPx } = statedSize ?? { widthPx: bitmap.width, heightPx: bitmap.height };
  if (bitmap.width === widthPx && bitmap.height === heightPx) return bitmap;
  bitmap.close();
  throw new CanvasLimitError('The browser decoded a picture at another size than its own.');
}

/** Color of the test pixel; only extreme channel values, so that changed pixels can still be recognized. */
const PROBE_COLOR = '#f0f';
/** Alpha that distinguishes a canvas whose pixels the browser changes slightly from one that stays transparent. */
const VISIBLE_ALPHA = 128;

/**
 * Checks that the canvas draws: draws a pixel in its lower right corner, reads it, and restores the previous pixel.
 */
function assertDraws({ canvas, context }: NativeSurface): void {
  const [x, y] = [canvas.width - 1, canvas.height - 1];
  const before = context.getImageData(x, y, 1, 1);
  context.save();
  context.resetTransform();
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
  context.fillStyle = PROBE_COLOR;
  context.fillRect(x, y, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(x, y, 1, 1).data;
  context.restore();
  context.putImageData(before, x, y);
  const isDrawn = alpha >= VISIBLE_ALPHA && red > green && blue > green;
  if (!isDrawn || context.isContextLost?.())
    throw new CanvasLimitError(`The device draws no canvas of ${canvas.width} × ${canvas.height} pixels.`);
}
