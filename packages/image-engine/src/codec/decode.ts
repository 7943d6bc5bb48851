import { probeImageHeader } from '../pixels/header/probe.ts';
import type { ImageFormat } from '../pixels/header/probe.ts';
import type { RgbaRaster } from '../pixels/raster.ts';
import { decodeHeic } from './heic.ts';
import { decodeWithSharp } from './sharp-decode.ts';

export interface DecodedPhoto {
  /** Upright, sRGB, 8 bits, straight alpha (255 everywhere unless the file has transparency). */
  readonly image: RgbaRaster;
  readonly format: ImageFormat;
}

/**
 * Decodes untrusted bytes. Limits are checked on the header first; orientation is applied, the embedded profile
 * (RGB, CMYK or grey, 8 or 16 bits) is converted to sRGB, all metadata is dropped. Throws ImageRefusal for a file that
 * is refused, damaged or truncated, and the signal's reason when aborted.
 */
export async function decodePhoto(bytes: Uint8Array, signal?: AbortSignal): Promise<DecodedPhoto> {
  const { format } = probeImageHeader(bytes, bytes.length);
  const image = format === 'heic' ? await decodeHeic(bytes, signal) : await decodeWithSharp(bytes);
  return { image, format };
}
