import { decodePhoto } from '../codec/decode.ts';
import { maskFromRaster } from '../pixels/raster/mask.ts';
import type { AlphaRaster, RgbaRaster } from '../pixels/raster/raster.ts';
import type { ToolContext } from './stages.ts';

/** Decodes an untrusted photo and its mask, and scales the mask to the photo's size. Throws ImageRefusal. */
export async function decodeMasked(
  photo: Uint8Array,
  mask: Uint8Array,
  { signal, checkpoint }: ToolContext,
): Promise<{ image: RgbaRaster; mask: AlphaRaster }> {
  const { image } = await decodePhoto(photo, signal);
  await checkpoint();
  const decodedMask = await decodePhoto(mask, signal);
  return { image, mask: maskFromRaster(decodedMask.image, image) };
}
