import sharp from 'sharp';
import type { LinearPicture } from '../../packages/image-engine/src/pixels/raster/light-raster.ts';
import { toneMap, toSrgb8 } from '../../packages/image-engine/src/pixels/color/tone.ts';

/**
 * Tone-maps a linear picture in place and writes it as PNG or WebP, by the name's extension, at most `sizePx`
 * wide.
 */
export async function writePicture(
  picture: LinearPicture,
  file: string,
  sizePx = picture.widthPx,
): Promise<void> {
  const { widthPx: width, heightPx: height } = picture;
  toneMap(picture);
  await sharp(toSrgb8(picture), { raw: { width, height, channels: 3 } })
    .resize({ width: sizePx, withoutEnlargement: true })
    .webp({ quality: 82, effort: 5 })
    .toFormat(file.endsWith('.png') ? 'png' : 'webp')
    .toFile(file);
}
