import { IMAGE_MIN_SIDE_PX } from '../pixels/header/probe.ts';
import { constants, crc32, deflateSync } from 'node:zlib';
import { raster } from '../pixels/raster.ts';
import type { RgbaRaster } from '../pixels/raster.ts';
import { decodeWithSharp } from './sharp-decode.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Converting a strip makes five copies of it; two megapixels take 40 MB, whatever the picture's size. */
const STRIP_PIXELS = 2_000_000;

/**
 * Converts samples described by an ICC profile to sRGB, in place. libvips applies a profile only to a file
 * that carries it, so the samples are wrapped as uncompressed PNGs with an iCCP chunk and decoded again,
 * strip by strip, because each pixel is converted independently.
 * @throws ImageRefusal
 */
export async function convertToSrgb(
  { data, widthPx, heightPx }: RgbaRaster,
  iccProfile: Uint8Array,
  stripPixels: number = STRIP_PIXELS,
): Promise<void> {
  // Strips of about equal height, because a last one of a few rows would be refused as too small.
  const strips = Math.min(
    Math.ceil((widthPx * heightPx) / stripPixels),
    Math.max(1, Math.floor(heightPx / IMAGE_MIN_SIDE_PX)),
  );
  for (let i = 0, top = 0; i < strips; i++) {
    const bottom = Math.floor(((i + 1) * heightPx) / strips);
    const samples = data.subarray(top * widthPx * 4, bottom * widthPx * 4);
    const strip = raster(samples, widthPx, bottom - top, 4);
    samples.set((await decodeWithSharp(uncompressedPng(strip, iccProfile))).data);
    top = bottom;
  }
}

function uncompressedPng({ data, widthPx, heightPx }: RgbaRaster, iccProfile: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const profile = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(iccProfile)]);
  const rowLength = widthPx * 4;
  // Each row starts with its filter type; 0 means none.
  const rows = Buffer.alloc((rowLength + 1) * heightPx);
  for (let y = 0; y < heightPx; y++) {
    rows.set(data.subarray(y * rowLength, (y + 1) * rowLength), y * (rowLength + 1) + 1);
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

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(data.length + 12);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, 'latin1');
  framed.set(data, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, data.length + 8)), data.length + 8);
  return framed;
}
