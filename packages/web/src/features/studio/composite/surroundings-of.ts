/** What a picture of the user's own tells of its light and ground, looked at in the browser. */
import { readPixels, surface } from '../../../lib/canvas/surface.ts';
import { bitmapOf } from '../documents/bitmap.ts';
import { surroundingsIn } from '@packshot/image-engine/pixels';
import type { EstimatedSurroundings, Standing } from '@packshot/image-engine/pixels';
import type { Picture } from '../model/picture.ts';
import type { Size } from '../model/size.ts';

/** As small as the engine looks at it. */
const LONGEST_SIDE_PX = 256;

/**
 * The picture fills the frame, as in the composite.
 * @returns null when nothing can be told from it
 */
export async function surroundingsOf(
  picture: Picture,
  frame: Size,
  stands: Standing,
): Promise<EstimatedSurroundings | null> {
  const image = await bitmapOf(picture);
  const scale = LONGEST_SIDE_PX / Math.max(frame.widthPx, frame.heightPx);
  const widthPx = Math.max(1, Math.round(frame.widthPx * scale));
  const heightPx = Math.max(1, Math.round(frame.heightPx * scale));
  const drawn = surface(widthPx, heightPx, { isRead: true });
  const cover = Math.max(widthPx / picture.widthPx, heightPx / picture.heightPx);
  const [width, height] = [picture.widthPx * cover, picture.heightPx * cover];
  drawn.context.drawImage(image, (widthPx - width) / 2, (heightPx - height) / 2, width, height);
  image.close();
  const { data } = readPixels(drawn);
  return surroundingsIn({ data: new Uint8Array(data.buffer), widthPx, heightPx, channels: 4 }, stands);
}
