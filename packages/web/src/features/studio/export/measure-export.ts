import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import { readFileFacts, measurePixels } from '@packshot/image-engine/pixels';
import { decodeImage, readPixels, surface } from '../../../lib/canvas/surface.ts';

/**
 * Measures a file made in the browser, for checking it against a channel's rules: its bytes and its decoded pixels.
 * The file has no name yet.
 */
export async function measureExport(file: Blob): Promise<PictureFacts> {
  const facts = readFileFacts(new Uint8Array(await file.arrayBuffer()), null);
  const picture = await decodeImage(file, { premultiplyAlpha: 'none', statedSize: facts });
  const drawing = surface(picture.width, picture.height);
  drawing.context.drawImage(picture, 0, 0);
  picture.close();
  const pixels = measurePixels({
    widthPx: facts.widthPx,
    heightPx: facts.heightPx,
    read: ({ xPx, yPx, widthPx, heightPx }) => readPixels(drawing, xPx, yPx, widthPx, heightPx).data,
  });
  return { file: facts, pixels };
}
