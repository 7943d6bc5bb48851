/** Makes smaller copies of pictures. Uses no API that only pages have, so a worker can run it. */
import { renderWebp, RESIZE_LONGEST_SIDE_PX, THUMBNAIL_WIDTH_PX } from '../../../lib/files/renditions.ts';
import type { StagePicture } from '../model/picture.ts';
import { decodeBitmap } from './bitmap.ts';

export async function makeThumbnail(picture: StagePicture): Promise<Blob | null> {
  return asWebp(picture, THUMBNAIL_WIDTH_PX / picture.widthPx);
}

/**
 * Makes a small WebP of a picture for uses that need only its colors and light.
 * @param longestSidePx longest side after shrinking; smaller pictures keep their size
 */
export async function resizePicture(
  picture: StagePicture,
  longestSidePx: number = RESIZE_LONGEST_SIDE_PX,
): Promise<Blob | null> {
  return asWebp(picture, longestSidePx / Math.max(picture.widthPx, picture.heightPx));
}

async function asWebp(picture: StagePicture, scale: number): Promise<Blob> {
  const image = await decodeBitmap(picture);
  try {
    return await renderWebp(image, picture, scale);
  } finally {
    image.close();
  }
}
