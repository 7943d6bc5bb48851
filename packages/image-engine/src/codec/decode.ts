import { MADE_PICTURE_MAX_BYTES } from '@packshot/contract';
import { probeImageHeader } from '../pixels/file/header/probe.ts';
import type { ImageFormat } from '../pixels/file/header/probe.ts';
import type { RgbaRaster, RgbRaster } from '../pixels/raster/raster.ts';
import { decodeHeic } from './heic.ts';
import { fitForModel } from './encode.ts';
import {
  decodeScaledWithSharp,
  scaledRaster,
  shrinkWithSharp,
  decodeInks,
  decodeWithSharp,
  decodeWithSharp16,
} from './sharp-decode.ts';
import type { ScaledPicture, ScaleOf, SharpDecodeSettings } from './sharp-decode.ts';
import { statedColor } from '../pixels/file/appearance/stated-color.ts';
import type { Orientation } from '../pixels/file/header/bytes.ts';
import type { StatedColor } from '../pixels/file/appearance/rgb-space.ts';
import { inksToSrgb, toSrgb } from '../pixels/file/appearance/to-srgb.ts';
import { convertToSrgb } from './profile.ts';

interface DecodedPhoto {
  /** Decoded picture: upright, sRGB, 8 bits, straight alpha (255 unless the file has transparency). */
  readonly image: RgbaRaster;
  readonly format: ImageFormat;
}

/**
 * Decodes untrusted bytes to sRGB: applies the orientation, converts the stated color space (RGB, CMYK or gray, 8 or 16
 * bits), and drops all metadata. Limits are checked on the header first. The byte limit is the higher one for pictures
 * that this product made; the engine checks the lower limit for uploads before it queues a job.
 * @throws ImageRefusal for a refused, damaged or truncated file; the signal's reason when aborted
 */
export async function decodePhoto(bytes: Uint8Array, signal?: AbortSignal): Promise<DecodedPhoto> {
  const { format, orientation } = probeImageHeader(bytes, bytes.length, MADE_PICTURE_MAX_BYTES);
  const image = isHeif(format)
    ? await decodeHeic(bytes, format, signal)
    : await decodeInColor(bytes, orientation, statedColor(bytes, format));
  return { image, format };
}

/**
 * Decodes untrusted bytes at a small size for analysis: stretched to exactly the given size, on a white background.
 * Limits are those of `decodePhoto`, but a JPEG is decoded several times faster.
 * @throws as `decodePhoto`
 */
export async function decodeSmall(
  bytes: Uint8Array,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  signal?: AbortSignal,
): Promise<RgbRaster> {
  const look = singlePassSettings(bytes);
  if (look !== null) return shrinkWithSharp(bytes, widthPx, heightPx, look);
  return fitForModel((await decodePhoto(bytes, signal)).image, widthPx, heightPx, 'lanczos3');
}

/**
 * Decodes a photo as a network's input beside the photo itself, so that the decoded photo needn't be reduced. The pixels
 * are those of `fitForModel`; null for photos for which they could differ: turned ones, and those with transparency.
 * @param openSidePx returns the input's side, and may load the network; isn't called for the other photos
 * @throws as `decodePhoto`
 */
export async function decodeForModel(
  bytes: Uint8Array,
  openSidePx: () => number | Promise<number>,
): Promise<RgbRaster | null> {
  const { format, orientation } = probeImageHeader(bytes, bytes.length, MADE_PICTURE_MAX_BYTES);
  const look = format === 'jpeg' && orientation === 1 ? singlePassSettings(bytes) : null;
  if (look === null) return null;
  const sidePx = await openSidePx();
  return shrinkWithSharp(bytes, sidePx, sidePx, look, true);
}

/**
 * Decodes untrusted bytes at a reduced size, with their transparency.
 * @throws as `decodePhoto`
 */
export async function decodeScaled(
  bytes: Uint8Array,
  computeScale: ScaleOf,
  signal?: AbortSignal,
): Promise<ScaledPicture> {
  const look = singlePassSettings(bytes);
  if (look !== null) return decodeScaledWithSharp(bytes, computeScale, look);
  return scaledRaster((await decodePhoto(bytes, signal)).image, computeScale);
}

/** Settings with which libvips can decode the picture in one pass, or null if it can't. */
function singlePassSettings(bytes: Uint8Array): SharpDecodeSettings | null {
  const { format, orientation } = probeImageHeader(bytes, bytes.length, MADE_PICTURE_MAX_BYTES);
  if (isHeif(format)) return null;
  const color = statedColor(bytes, format);
  return isSimple(color) ? { orientation, usesProfile: color.kind === 'profile' } : null;
}

const isHeif = (format: ImageFormat): format is 'heic' | 'avif' => format === 'heic' || format === 'avif';

/** True for color spaces that libvips converts to sRGB itself. */
const isSimple = (color: StatedColor): boolean =>
  color.kind === 'srgb' || (color.kind === 'profile' && color.isForDecoder);

/**
 * Decodes PNG, JPEG or WebP bytes whose header was checked: upright, sRGB, 8 bits, with alpha.
 * @throws ImageRefusal for damaged or truncated data
 */
async function decodeInColor(
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
