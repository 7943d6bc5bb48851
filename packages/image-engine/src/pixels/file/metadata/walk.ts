/**
 * Iterates over the chunks or segments of an untrusted PNG, WebP or JPEG file, and ends at the first invalid one.
 * Sources: PNG specification (section 5); WebP Container Specification; JPEG (ITU T.81, annex B).
 */
import { ByteReader } from '../header/bytes.ts';
import { isJpeg } from '../header/jpeg.ts';
import { isPng } from '../header/png.ts';
import { isWebp } from '../header/webp.ts';
import { encodeInteger, joinBytes, WEBP_HEAD_BYTES } from './chunks.ts';

export interface Chunk {
  /** Type of the chunk in four letters, or the marker of a JPEG segment, such as `FFE1`. */
  readonly type: string;
  /** Offset of the whole chunk. The next fields are the start and end of its content. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** Maximum number of chunks visited in a file; the picture data of a PNG may have thousands. */
const MOST_CHUNKS = 65_536;

/** Chunks of a file; empty for other formats. */
export function iterateChunks(file: Uint8Array): Iterable<Chunk> {
  const reader = new ByteReader(file);
  if (isPng(reader)) return pngChunks(reader);
  if (isWebp(reader)) return webpChunks(reader);
  return isJpeg(reader) ? jpegSegments(reader) : [];
}

/**
 * Removes chunks from a file.
 * @returns the same bytes if no chunk has to be removed
 */
export function withoutChunks(
  file: Uint8Array<ArrayBuffer>,
  isUnwanted: (chunk: Chunk, file: Uint8Array) => boolean,
): Uint8Array<ArrayBuffer> {
  const unwantedChunks = [...iterateChunks(file)].filter((chunk) => isUnwanted(chunk, file));
  if (unwantedChunks.length === 0) return file;
  const retainedParts: Uint8Array[] = [];
  let from = 0;
  for (const { at, next } of unwantedChunks) {
    retainedParts.push(file.subarray(from, at));
    from = next;
  }
  const bare = joinBytes(...retainedParts, file.subarray(from));
  if (isWebp(new ByteReader(bare))) bare.set(encodeInteger(bare.length - 8, 4, true), 4);
  return bare;
}

function* pngChunks(reader: ByteReader): Generator<Chunk> {
  for (let at = 8, count = 0; reader.has(at, 12) && count < MOST_CHUNKS; count++) {
    const start = at + 8;
    const end = start + reader.u32(at);
    if (!reader.has(start, end - start + 4)) return;
    yield { type: reader.text(at + 4, 4), at, start, end, next: end + 4 };
    at = end + 4;
  }
}

function* webpChunks(reader: ByteReader): Generator<Chunk> {
  for (let at = WEBP_HEAD_BYTES, count = 0; reader.has(at, 8) && count < MOST_CHUNKS; count++) {
    const start = at + 8;
    const end = start + reader.u32(at + 4, true);
    if (!reader.has(start, end - start)) return;
    const next = Math.min(reader.length, end + ((end - start) & 1));
    yield { type: reader.text(at, 4), at, start, end, next };
    at = next;
  }
}

export const START_OF_SCAN = 0xda;

/** Yields the segments of a JPEG before the scan data. */
function* jpegSegments(reader: ByteReader): Generator<Chunk> {
  for (let at = 2, count = 0; reader.has(at, 4) && count < MOST_CHUNKS; count++) {
    const marker = reader.u8(at + 1);
    if (reader.u8(at) !== 0xff || marker === START_OF_SCAN) return;
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + reader.u16(at + 2);
    if (end < at + 4 || end > reader.length) return;
    yield { type: `FF${marker.toString(16).toUpperCase()}`, at, start: at + 4, end, next: end };
    at = end;
  }
}
