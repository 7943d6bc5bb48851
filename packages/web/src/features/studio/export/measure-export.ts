import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import { fileFactsOf, measurePixels } from '@packshot/image-engine/pixels';
import { surface } from '../composite/plane-pictures.ts';

/** What channels ask about of a file that was written here: on its bytes, and on its pixels as they come back. It has no name yet. */
export async function measureExport(file: Blob): Promise<PictureFacts> {
  const facts = fileFactsOf(new Uint8Array(await file.arrayBuffer()), null);
  const picture = await createImageBitmap(file, { premultiplyAlpha: 'none' });
  const { context } = surface(picture.width, picture.height);
  context.drawImage(picture, 0, 0);
  picture.close();
  const pixels = measurePixels({
    widthPx: facts.widthPx,
    heightPx: facts.heightPx,
    read: ({ xPx, yPx, widthPx, heightPx }) => context.getImageData(xPx, yPx, widthPx, heightPx).data,
  });
  return { file: facts, pixels };
}
