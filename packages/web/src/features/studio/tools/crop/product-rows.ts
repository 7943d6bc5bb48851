/** Measures a product's extent in each row exactly, so that trimming never cuts off the product at any rotation. */
import { decodeImage, readPixels, surface } from '../../../../lib/canvas/surface.ts';
import { visibleBounds } from '@packshot/image-engine/pixels';
import type { Box } from '@packshot/image-engine/pixels';
import { mapBitmap, raiseToCoverage } from '../../documents/map-bitmaps.ts';
import { readPictureFile } from '../../documents/bitmap.ts';
import type { StagePicture } from '../../model/picture.ts';

/** Number of rows read at a time; a whole photo would take 48 MB. */
const BAND_ROWS = 256;

/**
 * Boxes of the product in each row.
 * @returns the box of each row's pixels with alpha above ALPHA_VISIBLE_ABOVE or in the coverage map; rows without any
 * are omitted
 * @throws InvalidStateError if the picture can't be decoded; Error without a canvas
 */
export async function productRows(picture: StagePicture): Promise<readonly Box[]> {
  const { widthPx, heightPx } = picture;
  const file = await readPictureFile(picture);
  const image = await decodeImage(file, { statedSize: picture });
  const covered = await mapBitmap(file, 'coverage');
  const band = surface(widthPx, Math.min(BAND_ROWS, heightPx), { isRead: true });
  const rowBoxes: Box[] = [];
  for (let y = 0; y < heightPx; y += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, heightPx - y);
    band.context.clearRect(0, 0, widthPx, rows);
    band.context.drawImage(image, 0, -y);
    const { data } = readPixels(band, 0, 0, widthPx, rows);
    if (covered) raiseToCoverage(data, covered, picture, y);
    const bytes = new Uint8Array(data.buffer);
    for (let row = 0; row < rows; row += 1) {
      const pixels = bytes.subarray(row * widthPx * 4, (row + 1) * widthPx * 4);
      const box = visibleBounds({ data: pixels, widthPx, heightPx: 1, channels: 4 });
      if (box) rowBoxes.push({ ...box, yPx: y + row });
    }
  }
  image.close();
  covered?.close();
  return rowBoxes;
}
