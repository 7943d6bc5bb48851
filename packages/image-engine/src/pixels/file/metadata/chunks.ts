/**
 * Adds a chunk to an encoded file without changing its picture. The resulting parts are views of the given bytes, so a
 * file of 30 MB isn't copied. Sources: PNG specification (section 5); WebP Container Specification (VP8X).
 */
import type { ByteReader } from '../header/bytes.ts';
import { crc32 } from '../header/bytes.ts';
import { readWebpHeader } from '../header/webp.ts';

/** Encoded file as consecutive parts. */
export type FileParts = readonly Uint8Array<ArrayBuffer>[];

export const latin1 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (sign) => sign.charCodeAt(0));

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function encodeInteger(
  value: number,
  bytes: 2 | 3 | 4,
  isLittleEndian: boolean,
): Uint8Array<ArrayBuffer> {
  const written = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 1) {
    const shift = 8 * (isLittleEndian ? at : bytes - 1 - at);
    written[at] = (value >>> shift) & 0xff;
  }
  return written;
}

/** Length of the PNG signature and the IHDR chunk, which always comes first. */
const PNG_HEAD_BYTES = 8 + 25;

/** Inserts a chunk directly after IHDR. */
export function withPngChunk(file: Uint8Array<ArrayBuffer>, type: string, content: Uint8Array): FileParts {
  const data = joinBytes(latin1(type), content);
  const chunk = joinBytes(
    encodeInteger(content.length, 4, false),
    data,
    encodeInteger(crc32(data), 4, false),
  );
  return [file.subarray(0, PNG_HEAD_BYTES), chunk, file.subarray(PNG_HEAD_BYTES)];
}

const WEBP_ALPHA_FLAG = 0x10;
/** Length of the header of a WebP file: "RIFF", size, "WEBP". */
export const WEBP_HEAD_BYTES = 12;
const VP8X_BYTES = 18;

/** Appends a chunk after the picture data and sets `flag` in the extended header, which is created if absent. */
export function withWebpChunk(
  file: Uint8Array<ArrayBuffer>,
  reader: ByteReader,
  type: string,
  content: Uint8Array,
  flag = 0,
): FileParts {
  const { widthPx, heightPx } = readWebpHeader(reader);
  const hasExtendedHeader = reader.text(12, 4) === 'VP8X';
  // A lossless bitstream states whether it has alpha (RFC 9649, 3.4); a lossy picture has alpha only in a file that
  // already has VP8X.
  const hasAlpha = reader.text(12, 4) === 'VP8L' && ((reader.u32(21, true) >>> 28) & 1) === 1;
  const flags = hasExtendedHeader ? reader.u8(20) : hasAlpha ? WEBP_ALPHA_FLAG : 0;
  const extended = joinBytes(
    latin1('VP8X'),
    encodeInteger(10, 4, true),
    Uint8Array.of(flags | flag, 0, 0, 0),
    encodeInteger(widthPx - 1, 3, true),
    encodeInteger(heightPx - 1, 3, true),
  );
  const picture = file.subarray(WEBP_HEAD_BYTES + (hasExtendedHeader ? VP8X_BYTES : 0));
  const padding = new Uint8Array(content.length & 1);
  const chunk = joinBytes(latin1(type), encodeInteger(content.length, 4, true), content, padding);
  const size = 4 + extended.length + picture.length + chunk.length;
  const head = joinBytes(latin1('RIFF'), encodeInteger(size, 4, true), latin1('WEBP'), extended);
  return [head, picture, chunk];
}
