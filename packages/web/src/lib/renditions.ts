/** Other files of a picture, drawn in the browser. */
export const THUMBNAIL_WIDTH_PX = 544;
export const RESIZE_LONGEST_SIDE_PX = 768;
/** WebP quality (0 to 1) of previews, thumbnails and the working copy. */
const WEBP_QUALITY = 0.6;

/**
 * A WebP of a picture at a share of its size, at most its own; null when the browser makes none.
 * @param size of the source, in pixels
 */
export async function drawnAsWebp(
  source: CanvasImageSource,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  scale: number,
): Promise<Blob | null> {
  const factor = Math.min(1, scale);
  const canvas = drawn(source, widthPx * factor, heightPx * factor);
  return canvas && canvas.convertToBlob({ type: 'image/webp', quality: WEBP_QUALITY });
}

/**
 * The thumbnail of a stored picture, `THUMBNAIL_WIDTH_PX` wide; null when the browser makes none.
 * @throws InvalidStateError when the browser cannot read these bytes
 */
export async function thumbnailOf(file: Blob): Promise<Blob | null> {
  const source = await createImageBitmap(file);
  try {
    const size = { widthPx: source.width, heightPx: source.height };
    return await drawnAsWebp(source, size, THUMBNAIL_WIDTH_PX / source.width);
  } finally {
    source.close();
  }
}

const SIGNATURE_BYTES = 12;
const JPEG = /^\xff\xd8\xff/;
const WEBP = /^RIFF.{4}WEBP/s;

/** By its bytes: a store may call a file anything. */
export async function isJpegOrWebp(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  const text = String.fromCharCode(...head);
  return JPEG.test(text) || WEBP.test(text);
}

/**
 * A picture as a PNG; one that is a PNG stays as it is, byte for byte.
 * @throws InvalidStateError when the browser cannot read these bytes; Error without a canvas
 */
export async function asPng(file: Blob): Promise<Blob> {
  if (!(await isJpegOrWebp(file))) return file;
  const source = await createImageBitmap(file);
  try {
    const canvas = drawn(source, source.width, source.height);
    if (!canvas) throw new Error('This browser has no canvas of this size.');
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    source.close();
  }
}

function drawn(source: CanvasImageSource, widthPx: number, heightPx: number): OffscreenCanvas | null {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(widthPx)), Math.max(1, Math.round(heightPx)));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}
