import { IMAGE_MAX_PIXELS } from '@packshot/contract';
import { assertAcceptableSize } from '../pixels/header/probe.ts';
import { raster } from '../pixels/raster.ts';
import type { RgbaRaster } from '../pixels/raster.ts';
import { ImageRefusal } from '../pixels/refusal.ts';
import sharp from './sharp.ts';

/** A photo of the limits' size decodes in about 1 s; ten times that is not a photo. */
const DECODE_TIMEOUT_S = 10;

/**
 * Decodes PNG, JPEG or WebP bytes whose header was checked: upright, sRGB, 8 bits, with alpha. Throws ImageRefusal
 * for damaged or truncated data.
 */
export async function decodeWithSharp(bytes: Uint8Array): Promise<RgbaRaster> {
  try {
    const { data, info } = await sharp(bytes, {
      // Truncated or inconsistent data is refused, never filled with grey; harmless oddities pass.
      failOn: 'error',
      limitInputPixels: IMAGE_MAX_PIXELS,
      sequentialRead: true,
    })
      .timeout({ seconds: DECODE_TIMEOUT_S })
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 4) throw new Error(`Decoded to ${info.channels} channels`);
    assertAcceptableSize(info.width, info.height);
    return raster(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), info.width, info.height, 4);
  } catch (error) {
    if (error instanceof ImageRefusal) throw error;
    const timedOut = error instanceof Error && error.message.startsWith('timeout');
    throw new ImageRefusal(timedOut ? 'DECODE_TIMEOUT' : 'CORRUPT_IMAGE', { cause: error });
  }
}
