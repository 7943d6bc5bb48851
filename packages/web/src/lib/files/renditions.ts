/** Smaller and converted copies of a picture, drawn in the browser. */
export const THUMBNAIL_WIDTH_PX = 544;
export const RESIZE_LONGEST_SIDE_PX = 768;
/** WebP quality (0 to 1) of previews, thumbnails and the working copy. */
const WEBP_QUALITY = 0.6;

/**
 * Renders a WebP at a fraction of the picture's size, never larger than the original; null when the browser
 * cannot.
 * @param size of the source, in pixels
 */
export async function renderWebp(
  source: CanvasImageSource,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  scale: number,
): Promise<Blob | null> {
  const factor = Math.min(1, scale);
  const canvas = drawn(source, widthPx * factor, heightPx * factor);
  return canvas && canvas.convertToBlob({ type: 'image/webp', quality: WEBP_QUALITY });
}

/**
 * Renders the thumbnail of a picture, `THUMBNAIL_WIDTH_PX` wide; null when the browser cannot.
 * @throws InvalidStateError when the browser cannot read these bytes
 */
export async function thumbnailOf(file: Blob): Promise<Blob | null> {
  const source = await createImageBitmap(file);
  try {
    const size = { widthPx: source.width, heightPx: source.height };
    return await renderWebp(source, size, THUMBNAIL_WIDTH_PX / source.width);
  } finally {
    source.close();
  }
}

const SIGNATURE_BYTES = 12;
const JPEG = /^\xff\xd8\xff/;
const WEBP = /^RIFF.{4}WEBP/s;

/** Detected from the bytes, because a store may give a file any name. */
export async function isJpegOrWebp(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  const text = String.fromCharCode(...head);
  return JPEG.test(text) || WEBP.test(text);
}

/**
 * Converts a picture to PNG; a PNG stays the same, byte for byte.
 * @throws InvalidStateError when the browser cannot read these bytes; Error without a canvas
 */
export async function asPng(file: Blob): Promise<Blob> {
  if (!(await isJpegOrWebp(file))) return file;
  const source = await createImageBitmap(file);
  try {
    const canvas = drawn(source, source.width, source.height);
    if (!canvas) throw new Error('Canvas is not available in this size.');
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
