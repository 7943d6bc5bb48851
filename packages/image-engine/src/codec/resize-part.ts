import { raster } from '../pixels/raster/raster.ts';
import type { Box, RgbaRaster, RgbRaster } from '../pixels/raster/raster.ts';
import sharp from './sharp.ts';
import type { Size } from '../pixels/raster/box.ts';

/**
 * Resizes a region of a picture with the sharp Lanczos kernel.
 * @param part region; null for the whole picture
 */
export async function resizePart(
  image: RgbaRaster,
  part: Box | null,
  { widthPx, heightPx }: Size,
): Promise<RgbaRaster> {
  const picture = sharp(image.data, { raw: { width: image.widthPx, height: image.heightPx, channels: 4 } });
  const cut =
    part === null
      ? picture
      : picture.extract({ left: part.xPx, top: part.yPx, width: part.widthPx, height: part.heightPx });
  const data = await cut.resize(widthPx, heightPx, { fit: 'fill', kernel: 'lanczos3' }).raw().toBuffer();
  return raster(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), widthPx, heightPx, 4);
}

/** Crops a picture around its center to the given aspect ratio and resizes it. */
export async function coverRaster(image: RgbRaster, { widthPx, heightPx }: Size): Promise<RgbaRaster> {
  const { data } = image;
  const picture = sharp(data, { raw: { width: image.widthPx, height: image.heightPx, channels: 3 } });
  const resizedImage = await picture
    .resize(widthPx, heightPx, { fit: 'cover', kernel: 'lanczos3' })
    .ensureAlpha()
    .raw()
    .toBuffer();
  return raster(
    new Uint8Array(resizedImage.buffer, resizedImage.byteOffset, resizedImage.byteLength),
    widthPx,
    heightPx,
    4,
  );
}
