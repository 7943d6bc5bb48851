import { CanvasLimitError } from '../../../../lib/canvas/canvas-errors.ts';
import { isReadBackTrue } from '../../../../lib/canvas/trust.ts';
import { decodeImage, readPixels, surface } from '../../../../lib/canvas/surface.ts';
import type { StagePicture } from '../../model/picture.ts';
import type { Pixels } from './corrected-preview.ts';
import type { PreviewGrid } from './preview-grid.ts';

/**
 * Bytes of a loaded picture's file.
 * @throws TypeError if it has been released meanwhile
 */
export const readPictureFile = async ({ url }: StagePicture): Promise<Blob> => (await fetch(url)).blob();

/**
 * Loads pixels like `pixelsOn`, but on the page's thread, so that a new stroke doesn't wait for other drawing jobs.
 * Uses the worker if the page's canvas can't be used.
 * @throws as `pixelsOn`
 */
export async function pixelsForHand(
  onThread: typeof pixelsOn,
  ...pixelArgs: Parameters<typeof pixelsOn>
): Promise<Pixels> {
  if (!(await isReadBackTrue())) return onThread(...pixelArgs);
  return pixelsOn(...pixelArgs).catch((error: unknown) => {
    if (error instanceof CanvasLimitError) return onThread(...pixelArgs);
    throw error;
  });
}

/**
 * Loads pixels, and decodes them off the main thread. Drawing an image element would block the page for a third of a
 * second at 12 megapixels.
 * @param picture any rendition of the picture that contains the grid
 * @param widthPx width of that picture at full size
 * @throws CanvasLimitError if this device can't decode it
 */
export async function pixelsOn(grid: PreviewGrid, picture: Blob, widthPx: number): Promise<Pixels> {
  const drawing = surface(grid.widthPx, grid.heightPx, { isRead: true });
  const bitmap = await decodeImage(picture);
  const perPixel = (grid.scale * widthPx) / bitmap.width;
  drawing.context.drawImage(
    bitmap,
    -grid.leftPx * grid.scale,
    -grid.topPx * grid.scale,
    bitmap.width * perPixel,
    bitmap.height * perPixel,
  );
  bitmap.close();
  return readPixels(drawing).data;
}
