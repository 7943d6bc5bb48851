import { assertAcceptableSize, IMAGE_MAX_PIXELS } from '../pixels/header/probe.ts';
import { raster } from '../pixels/raster.ts';
import type { Box, RgbaRaster, RgbRaster } from '../pixels/raster.ts';
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

/** A picture, or a part of it, that was made smaller while it was decoded. */
export interface ScaledPicture {
  readonly image: RgbaRaster;
  /** Of the whole picture. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** What `image` shows of it. */
  readonly part: Box;
}

/** What of a picture is to be had, and how many pixels come of one, across and down: at most one. */
export type ScaleOf = (size: { readonly widthPx: number; readonly heightPx: number }) => {
  readonly scales: readonly [number, number];
  /** In whole pixels, within the picture. Absent: all of it. */
  readonly part?: Box;
};

/** Like `decodeWithSharp`, made smaller. */
export function decodeScaledWithSharp(bytes: Uint8Array, scaleOf: ScaleOf): Promise<ScaledPicture> {
  return asRefusal(async () => {
    const { width, height, orientation = 1 } = await open(bytes).metadata();
    const [widthPx, heightPx] = orientation > 4 ? [height, width] : [width, height];
    const { picture, part } = scaled(open(bytes).autoOrient(), { widthPx, heightPx }, scaleOf);
    const { data, info } = await picture
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return { image: raster(samples, info.width, info.height, 4), widthPx, heightPx, part };
  });
}

/** The same of a picture in memory. */
export async function scaledRaster(image: RgbaRaster, scaleOf: ScaleOf): Promise<ScaledPicture> {
  const { widthPx, heightPx, channels } = image;
  const whole = sharp(image.data, { raw: { width: widthPx, height: heightPx, channels } });
  const { picture, part } = scaled(whole, image, scaleOf);
  const { data, info } = await picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { image: raster(samples, info.width, info.height, 4), widthPx, heightPx, part };
}

function scaled(
  picture: ReturnType<typeof sharp>,
  size: { readonly widthPx: number; readonly heightPx: number },
  scaleOf: ScaleOf,
): { readonly picture: ReturnType<typeof sharp>; readonly part: Box } {
  const whole = { xPx: 0, yPx: 0, ...size };
  const {
    scales: [across, down],
    part = whole,
  } = scaleOf(size);
  const cut =
    part === whole
      ? picture
      : picture.extract({ left: part.xPx, top: part.yPx, width: part.widthPx, height: part.heightPx });
  const widthPx = Math.max(1, Math.round(part.widthPx * across));
  const heightPx = Math.max(1, Math.round(part.heightPx * down));
  // A WebP's own decoder makes it smaller in another way, so that it would not be like the same picture in another format.
  return {
    picture: cut.resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear', fastShrinkOnLoad: false }),
    part,
  };
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
