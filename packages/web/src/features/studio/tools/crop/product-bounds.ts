/** The box around a product, to the pixel: nothing of it may be trimmed away. */
import { visibleBounds } from '@packshot/image-engine/pixels';
import type { Box } from '@packshot/image-engine/pixels';
import { planeBitmap, raiseToCoverage } from '../../documents/plane-bitmaps.ts';
import { blobOf } from '../../documents/bitmap.ts';
import type { Picture } from '../../model/picture.ts';

/** Rows that are read at a time: a photo at once would be 48 MB. */
const BAND_ROWS = 256;

/**
 * @returns the box around all pixels with an alpha above ALPHA_VISIBLE_ABOVE, or covered by what is clear; null when there are none
 * @throws InvalidStateError when the picture cannot be decoded; Error without a canvas
 */
export async function productBounds(picture: Picture): Promise<Box | null> {
  const { widthPx, heightPx } = picture;
  const file = await blobOf(picture);
  const image = await createImageBitmap(file);
  const covered = await planeBitmap(file, 'coverage');
  const canvas = new OffscreenCanvas(widthPx, Math.min(BAND_ROWS, heightPx));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('Canvas is not available.');
  let left = widthPx;
  let right = 0;
  let top = heightPx;
  let bottom = 0;
  for (let y = 0; y < heightPx; y += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, heightPx - y);
    context.clearRect(0, 0, widthPx, rows);
    context.drawImage(image, 0, -y);
    const { data } = context.getImageData(0, 0, widthPx, rows);
    if (covered) raiseToCoverage(data, covered, picture, y);
    const band = visibleBounds({ data: new Uint8Array(data.buffer), widthPx, heightPx: rows, channels: 4 });
    if (!band) continue;
    left = Math.min(left, band.xPx);
    right = Math.max(right, band.xPx + band.widthPx);
    top = Math.min(top, y + band.yPx);
    bottom = y + band.yPx + band.heightPx;
  }
  image.close();
  covered?.close();
  return right > left ? { xPx: left, yPx: top, widthPx: right - left, heightPx: bottom - top } : null;
}
