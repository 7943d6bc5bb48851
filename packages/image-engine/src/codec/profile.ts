import { constants, crc32, deflateSync } from 'node:zlib';
import type { RgbaRaster } from '../pixels/raster.ts';
import { decodeWithSharp } from './sharp-decode.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Converts samples that an ICC profile describes to sRGB. libvips applies a profile only to a file that carries it, so
 * the samples are wrapped as an uncompressed PNG with an iCCP chunk and decoded again. Throws ImageRefusal.
 */
export function convertToSrgb(image: RgbaRaster, iccProfile: Uint8Array): Promise<RgbaRaster> {
  return decodeWithSharp(uncompressedPng(image, iccProfile));
}

function uncompressedPng({ data, widthPx, heightPx }: RgbaRaster, iccProfile: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const profile = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(iccProfile)]);
  const rowLength = widthPx * 4;
  // Each row starts with its filter type; 0 is none.
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
