import { decodeImage } from '../../../lib/canvas/surface.ts';
import type { Bitmap } from '../../../lib/canvas/surface.ts';
import type { Picture } from '../model/picture.ts';

/**
 * A picture's pixels to draw with, upright, on the page's thread or on another. `close` them when they are drawn.
 * @throws CanvasLimitError when the browser cannot read them; TypeError when they were given back
 */
export async function bitmapOf(picture: Picture): Promise<Bitmap> {
  const { widthPx, heightPx } = picture;
  return decodeImage(await blobOf(picture), { statedSize: { widthPx, heightPx } });
}

/** The file that a picture was decoded from. @throws TypeError when it was given back */
export const blobOf = async ({ url }: Pick<Picture, 'url'>): Promise<Blob> => (await fetch(url)).blob();
