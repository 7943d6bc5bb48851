import type { Picture } from '../model/picture.ts';

/**
 * A picture's pixels to draw with, upright, on the page's thread or on another. `close` them when they are drawn.
 * @throws InvalidStateError when the browser cannot read them; TypeError when they were given back
 */
export async function bitmapOf({ url }: Pick<Picture, 'url'>): Promise<ImageBitmap> {
  return createImageBitmap(await (await fetch(url)).blob());
}
