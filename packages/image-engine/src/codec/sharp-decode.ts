import { assertAcceptableSize, IMAGE_MAX_PIXELS } from '../pixels/header/probe.ts';
import { raster } from '../pixels/raster.ts';
import type { RgbaRaster, RgbRaster } from '../pixels/raster.ts';
import { ImageRefusal } from '../pixels/refusal.ts';
import sharp from './sharp.ts';

/** The largest accepted photo decodes in about 1 s; anything that takes ten times that is not a photo. */
const DECODE_TIMEOUT_S = 10;

/**
 * Decodes PNG, JPEG or WebP bytes whose header was checked: upright, sRGB, 8 bits, with alpha.
 * @throws ImageRefusal for damaged or truncated data
 */
export function decodeWithSharp(bytes: Uint8Array): Promise<RgbaRaster> {
  return asRefusal(async () => {
    const { data, info } = await open(bytes)
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 4) throw new Error(`Decoded to ${info.channels} channels`);
    assertAcceptableSize(info.width, info.height);
    return raster(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), info.width, info.height, 4);
  });
}

/**
 * Like `decodeWithSharp`, but stretched to exactly this size while decoding, on a white background and
 * without alpha.
 */
export function shrinkWithSharp(bytes: Uint8Array, widthPx: number, heightPx: number): Promise<RgbRaster> {
  return asRefusal(async () => {
    const { data, info } = await open(bytes)
      .autoOrient()
      .resize(widthPx, heightPx, { fit: 'fill', kernel: 'lanczos3' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`Decoded to ${String(info.channels)} channels`);
    return raster(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), widthPx, heightPx, 3);
  });
}

/** A picture that was made smaller while it was decoded, with its own size. */
export interface ScaledPicture {
  readonly image: RgbaRaster;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** How many pixels come of one, across and down: at most one. */
export type ScaleOf = (size: {
  readonly widthPx: number;
  readonly heightPx: number;
}) => readonly [number, number];

/** Like `decodeWithSharp`, made smaller. */
export function decodeScaledWithSharp(bytes: Uint8Array, scaleOf: ScaleOf): Promise<ScaledPicture> {
  return asRefusal(async () => {
    const { width, height, orientation = 1 } = await open(bytes).metadata();
    const [widthPx, heightPx] = orientation > 4 ? [height, width] : [width, height];
    const { data, info } = await scaled(open(bytes).autoOrient(), { widthPx, heightPx }, scaleOf)
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return { image: raster(samples, info.width, info.height, 4), widthPx, heightPx };
  });
}

/** The same of a picture in memory. */
export async function scaledRaster(image: RgbaRaster, scaleOf: ScaleOf): Promise<ScaledPicture> {
  const { widthPx, heightPx, channels } = image;
  const { data, info } = await scaled(
    sharp(image.data, { raw: { width: widthPx, height: heightPx, channels } }),
    image,
    scaleOf,
  )
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { image: raster(samples, info.width, info.height, 4), widthPx, heightPx };
}

function scaled(
  picture: ReturnType<typeof sharp>,
  size: { readonly widthPx: number; readonly heightPx: number },
  scaleOf: ScaleOf,
): ReturnType<typeof sharp> {
  const [across, down] = scaleOf(size);
  const widthPx = Math.max(1, Math.round(size.widthPx * across));
  const heightPx = Math.max(1, Math.round(size.heightPx * down));
  return picture.resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear' });
}

const open = (bytes: Uint8Array) =>
  sharp(bytes, {
    // Truncated or inconsistent data is refused rather than filled with gray; harmless oddities pass.
    failOn: 'error',
    limitInputPixels: IMAGE_MAX_PIXELS,
    sequentialRead: true,
  }).timeout({ seconds: DECODE_TIMEOUT_S });

async function asRefusal<Picture>(decode: () => Promise<Picture>): Promise<Picture> {
  try {
    return await decode();
  } catch (error) {
    if (error instanceof ImageRefusal) throw error;
    const timedOut = error instanceof Error && error.message.startsWith('timeout');
    throw new ImageRefusal(timedOut ? 'DECODE_TIMEOUT' : 'CORRUPT_IMAGE', { cause: error });
  }
}
