/**
 * Embeds an XMP packet in an encoded file without changing its picture. Sources: PNG specification (iTXt with the
 * keyword XML:com.adobe.xmp), XMP Specification Part 3 (JPEG APP1), WebP Container Specification ("XMP ").
 */
import { ByteReader } from '../header/bytes.ts';
import { isJpeg } from '../header/jpeg.ts';
import { isPng } from '../header/png.ts';
import { isWebp } from '../header/webp.ts';
import { encodeInteger, joinBytes, latin1, withPngChunk, withWebpChunk } from './chunks.ts';
import type { FileParts } from './chunks.ts';
import { isCredentials, isSigned } from './credentials-in-file.ts';
import { isXmp, readXmp } from './read-xmp.ts';
import { withoutChunks } from './walk.ts';

/**
 * Replaces the XMP packet and removes Content Credentials, which would no longer match the file. A signed file that
 * already contains this packet is returned unchanged.
 * @param file a PNG, JPEG or WebP
 * @param packet packet from `xmpPacket`
 * @returns the file in parts
 * @throws RangeError for any other format, or a packet too large for a JPEG
 */
export function embedXmp(file: Uint8Array<ArrayBuffer>, packet: string): FileParts {
  if (isSigned(file) && packet !== '' && readXmp(file).endsWith(packet)) return [file];
  const xmp = new TextEncoder().encode(packet);
  const bare = withoutChunks(file, (chunk, whole) => isXmp(chunk, whole) || isCredentials(chunk));
  const reader = new ByteReader(bare);
  if (isPng(reader)) return inPng(bare, xmp);
  if (isJpeg(reader)) return inJpeg(bare, xmp);
  if (isWebp(reader)) return withWebpChunk(bare, reader, 'XMP ', xmp, WEBP_XMP_FLAG);
  throw new RangeError('XMP is written into PNG, JPEG and WebP alone.');
}

const WEBP_XMP_FLAG = 0x04;

/** Adds an iTXt chunk: keyword and terminator; uncompressed, method 0; no language, no translated keyword; the text. */
const inPng = (file: Uint8Array<ArrayBuffer>, xmp: Uint8Array): FileParts =>
  withPngChunk(file, 'iTXt', joinBytes(latin1('XML:com.adobe.xmp\0\0\0\0\0'), xmp));

const JPEG_XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0';
/** Maximum length of a JPEG segment, whose 16-bit length field includes itself. */
const JPEG_SEGMENT_MAX = 0xffff;
const APP0 = 0xe0;

function inJpeg(file: Uint8Array<ArrayBuffer>, xmp: Uint8Array): FileParts {
  const data = joinBytes(latin1(JPEG_XMP_NAME), xmp);
  if (data.length + 2 > JPEG_SEGMENT_MAX) throw new RangeError('This XMP is too long for a JPEG.');
  const segment = joinBytes(Uint8Array.of(0xff, 0xe1), encodeInteger(data.length + 2, 2, false), data);
  // The XMP segment is inserted after the JFIF segment (APP0), which must be first.
  const at = file[3] === APP0 ? 4 + new ByteReader(file).u16(4) : 2;
  return [file.subarray(0, at), segment, file.subarray(at)];
}
