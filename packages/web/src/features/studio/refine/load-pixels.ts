/** A picture's pixels at the size of a grid, for arithmetic. */
import type { MaskGrid } from '../magic/rasterise.ts';
import type { Picture } from '../photo/decode.ts';
import type { Pixels } from './corrected-preview.ts';

/** @throws EncodingError when the picture cannot be decoded; Error without a canvas */
export async function loadPixels({ url }: Picture, { widthPx, heightPx }: MaskGrid): Promise<Pixels> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, widthPx, heightPx);
  return context.getImageData(0, 0, widthPx, heightPx).data as Pixels;
}
