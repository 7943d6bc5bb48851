/** A picture's pixels on a grid, for arithmetic. */
import type { Picture } from '../../model/picture.ts';
import type { Pixels } from './corrected-preview.ts';
import type { PreviewGrid } from './preview-grid.ts';

/** The bytes of a picture on the page. @throws TypeError when it has been given back meanwhile */
export const bytesOf = async ({ url }: Picture): Promise<Blob> => (await fetch(url)).blob();

/**
 * Decodes off the main thread, which an image element that is drawn onto a canvas does not: 12 megapixels would hold the page
 * up for a third of a second.
 * @param picture any rendition of the picture that the grid is a part of
 * @param widthPx width of that picture, in its own pixels
 * @throws InvalidStateError when the picture cannot be decoded, Error without a canvas
 */
export async function pixelsOn(grid: PreviewGrid, picture: Blob, widthPx: number): Promise<Pixels> {
  const context = new OffscreenCanvas(grid.widthPx, grid.heightPx).getContext('2d', {
    willReadFrequently: true,
  });
  if (!context) throw new Error('Canvas is not available.');
  context.imageSmoothingQuality = 'high';
  const bitmap = await createImageBitmap(picture);
  const perPixel = (grid.scale * widthPx) / bitmap.width;
  context.drawImage(
    bitmap,
    -grid.leftPx * grid.scale,
    -grid.topPx * grid.scale,
    bitmap.width * perPixel,
    bitmap.height * perPixel,
  );
  bitmap.close();
  return context.getImageData(0, 0, grid.widthPx, grid.heightPx).data;
}
