import { decodeImage } from '../../../lib/canvas/surface.ts';
import type { Bitmap } from '../../../lib/canvas/surface.ts';
import type { StagePicture } from '../model/picture.ts';

/**
 * Decodes a picture to an upright bitmap, on the page's thread or a worker. The caller has to `close` the bitmap after
 * drawing.
 * @throws CanvasLimitError if the browser can't read it; TypeError if the picture was released
 */
export async function decodeBitmap(picture: StagePicture): Promise<Bitmap> {
  const { widthPx, heightPx } = picture;
  return decodeImage(await readPictureFile(picture), { statedSize: { widthPx, heightPx } });
}

/**
 * File from which a picture was decoded.
 * @throws TypeError if the picture was released
 */
export const readPictureFile = async ({ url }: Pick<StagePicture, 'url'>): Promise<Blob> =>
  (await fetch(url)).blob();
