/** Pictures whose samples libvips leaves as they are, because the file states its color in a way that it doesn't read. */
import type { Orientation } from '../pixels/file/header/bytes.ts';
import type { StatedColor } from '../pixels/file/appearance/stated-rgb.ts';
import { inksToSrgb, toSrgb } from '../pixels/file/appearance/to-srgb.ts';
import type { RgbaRaster } from '../pixels/raster/raster.ts';
import { convertToSrgb } from './profile.ts';
import { decodeInks, decodeWithSharp, decodeWithSharp16 } from './sharp-decode.ts';

/** Colors that libvips converts itself. */
export const isSimple = (color: StatedColor): boolean =>
  color.kind === 'srgb' || (color.kind === 'profile' && color.isForDecoder);

/**
 * Decodes PNG, JPEG or WebP bytes whose header was checked: upright, sRGB, 8 bits, with alpha.
 * @throws ImageRefusal for damaged or truncated data
 */
export async function decodeInColor(
  bytes: Uint8Array,
  orientation: Orientation,
  color: StatedColor,
): Promise<RgbaRaster> {
  if (isSimple(color)) return decodeWithSharp(bytes, { orientation, usesProfile: color.kind === 'profile' });
  if (color.kind === 'inks') return inksToSrgb(await decodeInks(bytes, orientation));
  if (color.kind === 'space' && color.is16Bit) {
    const picture = await decodeWithSharp16(bytes, orientation);
    return toSrgb(picture.data, picture, color.space);
  }
  const image = await decodeWithSharp(bytes, { orientation, usesProfile: false });
  if (color.kind === 'space') return toSrgb(image.data, image, color.space);
  if (color.kind === 'profile') await convertToSrgb(image, color.profile, color.isOfGray ? 'gray' : 'color');
  return image;
}
