import { assertAcceptableSize, IMAGE_MAX_PIXELS } from '../pixels/file/header/probe.ts';
import { raster } from '../pixels/raster/raster.ts';
import type { Box, RgbaRaster, RgbRaster } from '../pixels/raster/raster.ts';
import { ImageRefusal } from '../pixels/raster/refusal.ts';
import type { OutputInfo, Sharp } from 'sharp';
import { storedBox, swapsSides } from '../pixels/file/appearance/orientation.ts';
import type { Orientation } from '../pixels/file/header/bytes.ts';
import sharp from './sharp.ts';

/**
 * Time limit for decoding. The largest accepted photo takes about 1 s, so ten times as long indicates a hostile file.
 */
const DECODE_TIMEOUT_S = 10;

export interface SharpDecodeSettings {
  readonly orientation: Orientation;
  /** True to convert colors from the embedded profile to sRGB, false to ignore the profile. */
  readonly usesProfile: boolean;
}

/** Settings for pictures that this product or the user's browser encoded. Browsers embed color profiles. */
const AS_MADE: SharpDecodeSettings = { orientation: 1, usesProfile: true };
const UNCONVERTED: SharpDecodeSettings = { orientation: 1, usesProfile: false };

/**
 * Decodes PNG, JPEG or WebP bytes whose header was checked: upright, sRGB, 8 bits, with alpha.
 * @throws ImageRefusal for damaged or truncated data
 */
export async function decodeWithSharp(
  bytes: Uint8Array,
  look: SharpDecodeSettings = AS_MADE,
): Promise<RgbaRaster> {
  const picture = upright(open(bytes, look), look.orientation).toColourspace('srgb').ensureAlpha();
  const { data, info } = await readSamples(picture, 'uchar');
  return raster(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), info.width, info.height, 4);
}

/** Decodes to 16-bit samples: red, green, blue and straight alpha. */
export async function decodeWithSharp16(
  bytes: Uint8Array,
  orientation: Orientation,
): Promise<{ readonly data: Uint16Array; readonly widthPx: number; readonly heightPx: number }> {
  const picture = upright(open(bytes, UNCONVERTED), orientation).toColourspace('rgb16').ensureAlpha(1);
  const { data, info } = await readSamples(picture, 'ushort');
  const samples = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
  return { data: samples, widthPx: info.width, heightPx: info.height };
}

/** Decodes the four ink channels of a CMYK JPEG, in the polarity in which libvips reads them. */
export async function decodeInks(bytes: Uint8Array, orientation: Orientation): Promise<RgbaRaster> {
  const { data, info } = await readSamples(
    upright(open(bytes, UNCONVERTED).pipelineColourspace('cmyk'), orientation).toColourspace('cmyk'),
    'uchar',
  );
  return raster(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), info.width, info.height, 4);
}

function readSamples(picture: Sharp, depth: 'uchar' | 'ushort'): Promise<{ data: Buffer; info: OutputInfo }> {
  return asRefusal(async () => {
    const decoded = await picture.raw({ depth }).toBuffer({ resolveWithObject: true });
    if (decoded.info.channels !== 4) throw new Error(`Decoded to ${decoded.info.channels} channels`);
    assertAcceptableSize(decoded.info.width, decoded.info.height);
    return decoded;
  });
}

/**
 * Like `decodeWithSharp`, but stretched to exactly this size while decoding, on a white background and
 * without alpha.
 * @param isExact true for the pixels that `fitForModel` returns for an upright photo; it takes longer
 */
export function shrinkWithSharp(
  bytes: Uint8Array,
  widthPx: number,
  heightPx: number,
  look: SharpDecodeSettings,
  isExact = false,
): Promise<RgbRaster> {
  return asRefusal(async () => {
    const sides = [widthPx, heightPx] as const;
    const [across, down] = swapsSides(look.orientation) ? [sides[1], sides[0]] : sides;
    // The rotation follows afterwards, because a JPEG decoder shrinks while loading only if no rotation comes first.
    const small = open(bytes, look)
      .resize(across, down, {
        fit: 'fill',
        kernel: isExact ? 'linear' : 'lanczos3',
        fastShrinkOnLoad: !isExact,
      })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb');
    const { data, info } = await upright(small, look.orientation)
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`Decoded to ${String(info.channels)} channels`);
    return raster(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), widthPx, heightPx, 3);
  });
}

/** A picture, or a region of it, that was reduced while decoding. */
export interface ScaledPicture {
  readonly image: RgbaRaster;
  /** Width of the whole picture, in pixels of the file. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Region of the picture that `image` shows. */
  readonly part: Box;
}

/** Chooses the region to decode and the scale factors across and down, each at most 1. */
export type ScaleOf = (size: { readonly widthPx: number; readonly heightPx: number }) => {
  readonly scales: readonly [number, number];
  /** Region to decode in whole pixels, within the picture; the whole picture by default. */
  readonly part?: Box;
};

/** Like `decodeWithSharp`, at a reduced size. */
export function decodeScaledWithSharp(
  bytes: Uint8Array,
  computeScale: ScaleOf,
  look: SharpDecodeSettings,
): Promise<ScaledPicture> {
  return asRefusal(async () => {
    const { width, height } = await open(bytes, look).metadata();
    const [widthPx, heightPx] = swapsSides(look.orientation) ? [height, width] : [width, height];
    const { picture, part } = cropAndReduce(
      open(bytes, look),
      { widthPx, heightPx },
      computeScale,
      look.orientation,
    );
    const { data, info } = await upright(picture, look.orientation)
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return { image: raster(samples, info.width, info.height, 4), widthPx, heightPx, part };
  });
}

/** Like `decodeScaledWithSharp`, for a decoded picture in memory. */
export async function scaledRaster(image: RgbaRaster, computeScale: ScaleOf): Promise<ScaledPicture> {
  const { widthPx, heightPx, channels } = image;
  const whole = sharp(image.data, { raw: { width: widthPx, height: heightPx, channels } });
  const { picture, part } = cropAndReduce(whole, image, computeScale, 1);
  const { data, info } = await picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { image: raster(samples, info.width, info.height, 4), widthPx, heightPx, part };
}

/** Crops and reduces a picture before its rotation. Sizes and the region refer to the upright picture. */
function cropAndReduce(
  picture: Sharp,
  size: { readonly widthPx: number; readonly heightPx: number },
  computeScale: ScaleOf,
  orientation: Orientation,
): { readonly picture: Sharp; readonly part: Box } {
  const whole = { xPx: 0, yPx: 0, ...size };
  const {
    scales: [across, down],
    part = whole,
  } = computeScale(size);
  const stored = storedBox(part, size, orientation);
  const cut =
    part === whole
      ? picture
      : picture.extract({
          left: stored.xPx,
          top: stored.yPx,
          width: stored.widthPx,
          height: stored.heightPx,
        });
  const sides = [
    Math.max(1, Math.round(part.widthPx * across)),
    Math.max(1, Math.round(part.heightPx * down)),
  ] as const;
  const [widthPx, heightPx] = swapsSides(orientation) ? [sides[1], sides[0]] : sides;
  // Disables shrinking in the WebP decoder, which scales differently, so that the result doesn't depend on the format.
  return {
    picture: cut.resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear', fastShrinkOnLoad: false }),
    part,
  };
}

const open = (bytes: Uint8Array, { usesProfile }: SharpDecodeSettings): Sharp =>
  sharp(bytes, {
    // Truncated or inconsistent data is refused rather than filled with gray; harmless oddities pass.
    failOn: 'error',
    limitInputPixels: IMAGE_MAX_PIXELS,
    sequentialRead: true,
    ignoreIcc: !usesProfile,
  }).timeout({ seconds: DECODE_TIMEOUT_S });

/** Quarter turns clockwise, and whether to mirror, by EXIF orientation; sharp mirrors before it rotates. */
const TURNS: Readonly<Record<Orientation, readonly [number, boolean]>> = {
  1: [0, false],
  2: [0, true],
  3: [2, false],
  4: [2, true],
  5: [3, true],
  6: [1, false],
  7: [1, true],
  8: [3, false],
};

function upright(picture: Sharp, orientation: Orientation): Sharp {
  const [quarterTurns, isMirrored] = TURNS[orientation];
  const turned = quarterTurns === 0 ? picture : picture.rotate(quarterTurns * 90);
  return isMirrored ? turned.flop() : turned;
}

/** Error messages of the decoders for valid files that use a feature they don't support. */
const UNSUPPORTED = /not implemented|Unsupported (?:JPEG|color)|not supported/;

async function asRefusal<Picture>(decode: () => Promise<Picture>): Promise<Picture> {
  try {
    return await decode();
  } catch (error) {
    if (error instanceof ImageRefusal) throw error;
    if (error instanceof Error && UNSUPPORTED.test(error.message))
      throw new ImageRefusal('UNSUPPORTED_CODING', { cause: error });
    const timedOut = error instanceof Error && error.message.startsWith('timeout');
    throw new ImageRefusal(timedOut ? 'DECODE_TIMEOUT' : 'CORRUPT_IMAGE', { cause: error });
  }
}
