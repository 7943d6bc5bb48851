/** A picture's pixels on a grid, for arithmetic. */
import type { Picture } from '../photo/decode.ts';
import type { Pixels } from './corrected-preview.ts';
import type { PreviewGrid } from './preview-grid.ts';

/** @throws EncodingError when the picture cannot be decoded */
export async function decoded({ url }: Picture): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/**
 * @param picture any rendition of the picture that the grid is a part of
 * @param widthPx width of that picture, in its own pixels
 * @throws Error without a canvas
 */
export function pixelsOn(grid: PreviewGrid, picture: HTMLImageElement, widthPx: number): Pixels {
  const context = new OffscreenCanvas(grid.widthPx, grid.heightPx).getContext('2d', {
    willReadFrequently: true,
  });
  if (!context) throw new Error('This browser has no canvas.');
  context.imageSmoothingQuality = 'high';
  const perPixel = (grid.scale * widthPx) / picture.naturalWidth;
  context.drawImage(
    picture,
    -grid.leftPx * grid.scale,
    -grid.topPx * grid.scale,
    picture.naturalWidth * perPixel,
    picture.naturalHeight * perPixel,
  );
  return context.getImageData(0, 0, grid.widthPx, grid.heightPx).data;
}
