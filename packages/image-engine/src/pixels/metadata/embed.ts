/**
 * Embeds an XMP packet in an encoded file without changing its picture. The parts are views of the given
 * bytes, so that a file of 30 MB is not copied. Sources: PNG specification (iTXt with the keyword
 * XML:com.adobe.xmp) and XMP Specification Part 3 (JPEG APP1); WebP Container Specification (VP8X, "XMP ").
 */
import { ByteReader } from '../header/bytes.ts';
import { isJpeg } from '../header/jpeg.ts';
import { isPng } from '../header/png.ts';
import { isWebp, readWebpHeader } from '../header/webp.ts';

/** An encoded file as its parts, in order. */
export type FileParts = readonly Uint8Array<ArrayBuffer>[];

/**
 * @param file a PNG, JPEG or WebP without XMP
 * @param packet see `xmpPacket`
 * @returns the file in parts
 * @throws RangeError for any other file, or a packet too large for a JPEG
 */
export function embedXmp(file: Uint8Array<ArrayBuffer>, packet: string): FileParts {
  const xmp = new TextEncoder().encode(packet);
  const reader = new ByteReader(file);
  if (isPng(reader)) return inPng(file, xmp);
  if (isJpeg(reader)) return inJpeg(file, xmp);
  if (isWebp(reader)) return inWebp(file, reader, xmp);
  throw new RangeError('XMP is written into PNG, JPEG and WebP alone.');
}

const latin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function number(value: number, bytes: 2 | 3 | 4, isLittleEndian: boolean): Uint8Array<ArrayBuffer> {
  const written = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 1) {
    const shift = 8 * (isLittleEndian ? at : bytes - 1 - at);
    written[at] = (value >>> shift) & 0xff;
  }
  return written;
}

/** Signature and IHDR, which always comes first. */
const PNG_HEAD_BYTES = 8 + 25;

function inPng(file: Uint8Array<ArrayBuffer>, xmp: Uint8Array): FileParts {
  // Keyword, terminator; not compressed, method 0; no language, no translated keyword; the text.
  const data = joined(latin1('iTXtXML:com.adobe.xmp\0\0\0\0\0'), xmp);
  const chunk = joined(number(data.length - 4, 4, false), data, number(crc32(data), 4, false));
  return [file.subarray(0, PNG_HEAD_BYTES), chunk, file.subarray(PNG_HEAD_BYTES)];
}

const JPEG_XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0';
/** A segment's length is 16 bits and includes itself. */
const JPEG_SEGMENT_MAX = 0xffff;
const APP0 = 0xe0;

function inJpeg(file: Uint8Array<ArrayBuffer>, xmp: Uint8Array): FileParts {
  const data = joined(latin1(JPEG_XMP_NAME), xmp);
  if (data.length + 2 > JPEG_SEGMENT_MAX) throw new RangeError('This XMP is too long for a JPEG.');
  const segment = joined(Uint8Array.of(0xff, 0xe1), number(data.length + 2, 2, false), data);
  // JFIF requires its own segment to be first.
  const at = file[3] === APP0 ? 4 + new ByteReader(file).u16(4) : 2;
  return [file.subarray(0, at), segment, file.subarray(at)];
}

const WEBP_XMP_FLAG = 0x04;
const WEBP_ALPHA_FLAG = 0x10;
/** RIFF, size, WEBP. */
const WEBP_HEAD_BYTES = 12;
const VP8X_BYTES = 18;

function inWebp(file: Uint8Array<ArrayBuffer>, reader: ByteReader, xmp: Uint8Array): FileParts {
  const { widthPx, heightPx } = readWebpHeader(reader);
  const hasExtendedHeader = reader.text(12, 4) === 'VP8X';
  // A lossless bitstream says whether it has alpha (RFC 9649, 3.4); a lossy one has alpha only together with
  // VP8X.
  const hasAlpha = reader.text(12, 4) === 'VP8L' && ((reader.u32(21, true) >>> 28) & 1) === 1;
  const flags = hasExtendedHeader ? reader.u8(20) : hasAlpha ? WEBP_ALPHA_FLAG : 0;
  const extended = joined(
    latin1('VP8X'),
    number(10, 4, true),
    Uint8Array.of(flags | WEBP_XMP_FLAG, 0, 0, 0),
    number(widthPx - 1, 3, true),
    number(heightPx - 1, 3, true),
  );
  const picture = file.subarray(WEBP_HEAD_BYTES + (hasExtendedHeader ? VP8X_BYTES : 0));
  const padding = new Uint8Array(xmp.length & 1);
  const chunk = joined(latin1('XMP '), number(xmp.length, 4, true), xmp, padding);
  const size = 4 + extended.length + picture.length + chunk.length;
  const head = joined(latin1('RIFF'), number(size, 4, true), latin1('WEBP'), extended);
  return [head, picture, chunk];
}

/** CRC-32 as used in PNG chunks (ISO 3309; PNG specification, annex D). */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** @returns an unsigned 32-bit number */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
