import { MADE_PICTURE_MAX_BYTES } from '@packshot/contract';
import { probeImageHeader } from '../pixels/header/probe.ts';
import type { ImageFormat } from '../pixels/header/probe.ts';
import type { RgbaRaster, RgbRaster } from '../pixels/raster.ts';
import { decodeHeic } from './heic.ts';
import { fitForModel } from './encode.ts';
import { decodeScaledWithSharp, decodeWithSharp, scaledRaster, shrinkWithSharp } from './sharp-decode.ts';
import type { ScaledPicture, ScaleOf } from './sharp-decode.ts';

export interface DecodedPhoto {
  /** Upright, sRGB, 8 bits, straight alpha (255 unless the file has transparency). */
  readonly image: RgbaRaster;
  readonly format: ImageFormat;
}

/**
 * Decodes untrusted bytes. Limits are checked on the header first (of bytes that of what was made here, which may be larger than what people may send: whoever
 * takes files from people bounds those); orientation is applied, the embedded
 * profile (RGB, CMYK or gray, 8 or 16 bits) is converted to sRGB, and all metadata is dropped.
 * @throws ImageRefusal for a file that is refused, damaged or truncated; the signal's reason when aborted
 */
export async function decodePhoto(bytes: Uint8Array, signal?: AbortSignal): Promise<DecodedPhoto> {
  const { format } = probeImageHeader(bytes, bytes.length, MADE_PICTURE_MAX_BYTES);
  const image = isHeif(format) ? await decodeHeic(bytes, format, signal) : await decodeWithSharp(bytes);
  return { image, format };
}

/**
 * Decodes untrusted bytes at a small size for analysis: stretched to exactly the given size, on a white
 * background, edges kept sharp. A JPEG takes a fifth of the time of `decodePhoto`, with the same limits.
 * @throws as `decodePhoto`
 */
export async function decodeSmall(
  bytes: Uint8Array,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  signal?: AbortSignal,
): Promise<RgbRaster> {
  const { format } = probeImageHeader(bytes, bytes.length, MADE_PICTURE_MAX_BYTES);
  if (!isHeif(format)) return shrinkWithSharp(bytes, widthPx, heightPx);
  return fitForModel(await decodeHeic(bytes, format, signal), widthPx, heightPx, 'lanczos3');
}

/**
 * Decodes untrusted bytes, made smaller, with their transparency.
 * @throws as `decodePhoto`
 */
export async function decodeScaled(
  bytes: Uint8Array,
  scaleOf: ScaleOf,
  signal?: AbortSignal,
): Promise<ScaledPicture> {
  const { format } = probeImageHeader(bytes, bytes.length, MADE_PICTURE_MAX_BYTES);
  if (!isHeif(format)) return decodeScaledWithSharp(bytes, scaleOf);
  return scaledRaster(await decodeHeic(bytes, format, signal), scaleOf);
}

const isHeif = (format: ImageFormat): format is 'heic' | 'avif' => format === 'heic' || format === 'avif';
