import { readPixels, surface } from '../../../lib/canvas/surface.ts';
import { decodeBitmap } from '../documents/bitmap.ts';
import { surroundingsIn } from '@packshot/image-engine/pixels';
import type { EstimatedSurroundings, Standing } from '@packshot/image-engine/pixels';
import type { StagePicture } from '../model/picture.ts';
import type { PixelSize } from '../model/size.ts';

/** Longest side of the picture that the estimate uses, in pixels. */
const LONGEST_SIDE_PX = 256;

/**
 * Estimates light and background around the product in a picture that fills the frame, as in the composite.
 * @returns null if nothing can be estimated
 */
export async function estimateSurroundings(
  picture: StagePicture,
  frame: PixelSize,
  stands: Standing,
): Promise<EstimatedSurroundings | null> {
  const image = await decodeBitmap(picture);
  const scale = LONGEST_SIDE_PX / Math.max(frame.widthPx, frame.heightPx);
  const widthPx = Math.max(1, Math.round(frame.widthPx * scale));
  const heightPx = Math.max(1, Math.round(frame.heightPx * scale));
  const drawing = surface(widthPx, heightPx, { isRead: true });
  const cover = Math.max(widthPx / picture.widthPx, heightPx / picture.heightPx);
  const [width, height] = [picture.widthPx * cover, picture.heightPx * cover];
  drawing.context.drawImage(image, (widthPx - width) / 2, (heightPx - height) / 2, width, height);
  image.close();
  const { data } = readPixels(drawing);
  return surroundingsIn({ data: new Uint8Array(data.buffer), widthPx, heightPx, channels: 4 }, stands);
}
