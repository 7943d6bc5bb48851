/** Smaller copies of a picture on the stage. They need nothing that only a page has, so that another thread can draw them. */
import { renderWebp, RESIZE_LONGEST_SIDE_PX, THUMBNAIL_WIDTH_PX } from '../../../lib/files/renditions.ts';
import type { Picture } from '../model/picture.ts';
import { bitmapOf } from './bitmap.ts';

/** A small WebP of a picture, `THUMBNAIL_WIDTH_PX` wide. */
export async function makeThumbnail(picture: Picture): Promise<Blob | null> {
  return asWebp(picture, THUMBNAIL_WIDTH_PX / picture.widthPx);
}

/**
 * A WebP of a picture that only its colors and light are wanted of.
 * @param longestSidePx what it is made smaller to; a smaller picture keeps its size
 */
export async function resizePicture(
  picture: Picture,
  longestSidePx: number = RESIZE_LONGEST_SIDE_PX,
): Promise<Blob | null> {
  return asWebp(picture, longestSidePx / Math.max(picture.widthPx, picture.heightPx));
}

async function asWebp(picture: Picture, scale: number): Promise<Blob> {
  const image = await bitmapOf(picture);
  try {
    return await renderWebp(image, picture, scale);
  } finally {
    image.close();
  }
}
