import { IMAGE_MIN_SIDE_PX } from '../pixels/file/header/probe.ts';
import { constants, crc32, deflateSync } from 'node:zlib';
import { raster } from '../pixels/raster/raster.ts';
import type { RgbaRaster } from '../pixels/raster/raster.ts';
import { decodeWithSharp } from './sharp-decode.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Pixels in a strip, limited because the conversion makes five copies of it: 40 MB for two megapixels. */
const STRIP_PIXELS = 2_000_000;

/** Kind of samples that a profile describes: red, green and blue, or one gray value. */
type ProfileOf = 'color' | 'gray';
/** PNG color types. */
const COLOR_ALPHA = 6;
const GRAY_ALPHA = 4;

/**
 * Converts samples described by an ICC profile to sRGB, in place. libvips applies a profile only to a file that
 * contains it, so the samples are wrapped as uncompressed PNGs with an iCCP chunk and decoded again. This works strip
 * by strip, because each pixel is converted independently.
 * @throws ImageRefusal if libvips can't convert the samples
 */
export async function convertToSrgb(
  { data, widthPx, heightPx }: RgbaRaster,
  iccProfile: Uint8Array,
  of: ProfileOf = 'color',
  stripPixels: number = STRIP_PIXELS,
): Promise<void> {
  // Strips have about equal height, so that each has at least `IMAGE_MIN_SIDE_PX` rows if the picture has.
  const strips = Math.min(
    Math.ceil((widthPx * heightPx) / stripPixels),
    Math.max(1, Math.floor(heightPx / IMAGE_MIN_SIDE_PX)),
  );
  for (let i = 0, top = 0; i < strips; i++) {
    const bottom = Math.floor(((i + 1) * heightPx) / strips);
    const samples = data.subarray(top * widthPx * 4, bottom * widthPx * 4);
    const strip = raster(samples, widthPx, bottom - top, 4);
    const converted = await decodeWithSharp(uncompressedPng(strip, iccProfile, of));
    samples.set(converted.data);
    top = bottom;
  }
}

function uncompressedPng(
  { data, widthPx, heightPx }: RgbaRaster,
  iccProfile: Uint8Array,
  of: ProfileOf,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, of === 'gray' ? GRAY_ALPHA : COLOR_ALPHA, 0, 0, 0], 8);
  const profile = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(iccProfile)]);
  const samples = of === 'gray' ? grayAlpha(data) : data;
  const rowLength = samples.length / heightPx;
  // Each PNG row starts with its filter type; 0 means no filter.
  const rows = Buffer.alloc((rowLength + 1) * heightPx);
  for (let y = 0; y < heightPx; y++) {
    rows.set(samples.subarray(y * rowLength, (y + 1) * rowLength), y * (rowLength + 1) + 1);
  }
  const pixels = deflateSync(rows, { level: constants.Z_NO_COMPRESSION });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('iCCP', profile),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Gray value and alpha of each pixel, for pictures whose red, green and blue are equal. */
function grayAlpha(data: Uint8Array): Uint8Array {
  const samples = new Uint8Array(data.length / 2);
  for (let i = 0; i < samples.length; i += 2) samples.set([data[i * 2], data[i * 2 + 3]], i);
  return samples;
}

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(data.length + 12);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, 'latin1');
  framed.set(data, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, data.length + 8)), data.length + 8);
  return framed;
}
