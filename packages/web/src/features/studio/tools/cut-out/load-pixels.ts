/** A picture's pixels on a grid, for arithmetic. */
import { CanvasLimitError } from '../../../../lib/canvas/canvas-errors.ts';
import { isReadBackTrue } from '../../../../lib/canvas/trust.ts';
import { decodeImage, readPixels, surface } from '../../../../lib/canvas/surface.ts';
import type { Picture } from '../../model/picture.ts';
import type { Pixels } from './corrected-preview.ts';
import type { PreviewGrid } from './preview-grid.ts';

/** The bytes of a picture on the page. @throws TypeError when it has been given back meanwhile */
export const bytesOf = async ({ url }: Picture): Promise<Blob> => (await fetch(url)).blob();

/**
 * As `pixelsOn`, on the page: a hand that begins to draw waits for no other drawing. Where the page's canvas can't be used, the
 * drawing thread does it.
 * @throws as `pixelsOn`
 */
export async function pixelsForHand(
  onThread: typeof pixelsOn,
  ...asked: Parameters<typeof pixelsOn>
): Promise<Pixels> {
  if (!(await isReadBackTrue())) return onThread(...asked);
  return pixelsOn(...asked).catch((error: unknown) => {
    if (error instanceof CanvasLimitError) return onThread(...asked);
    throw error;
  });
}

/**
 * Decodes off the main thread, which an image element that is drawn onto a canvas does not: 12 megapixels would hold the page
 * up for a third of a second.
 * @param picture any rendition of the picture that the grid is a part of
 * @param widthPx width of that picture, in its own pixels
 * @throws CanvasLimitError when this device can't decode it
 */
export async function pixelsOn(grid: PreviewGrid, picture: Blob, widthPx: number): Promise<Pixels> {
  const drawn = surface(grid.widthPx, grid.heightPx, { isRead: true });
  const bitmap = await decodeImage(picture);
  const perPixel = (grid.scale * widthPx) / bitmap.width;
  drawn.context.drawImage(
    bitmap,
    -grid.leftPx * grid.scale,
    -grid.topPx * grid.scale,
    bitmap.width * perPixel,
    bitmap.height * perPixel,
  );
  bitmap.close();
  return readPixels(drawn).data;
}
