import { ImageRefusal } from '../refusal.ts';
import type { ByteReader, HeaderFacts } from './bytes.ts';

export const isJpeg = (reader: ByteReader): boolean => reader.text(0, 3) === '\xff\xd8\xff';

export const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

// TEM, RSTn and SOI have no length field.
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

const APP1 = 0xe1;
const END_OF_IMAGE = 0xd9;
export const START_OF_SCAN = 0xda;
/** Orientations 5 to 8 swap width and height. */
const FIRST_TURNED_ORIENTATION = 5;

/**
 * Walks the segments to the start of frame (ITU T.81, annex B). `isComplete` says that the reader holds the
 * whole file: then a missing start of frame means damage. Otherwise a very large color profile may have
 * pushed it beyond the reader, and undefined is returned.
 *
 * Tolerates what every decoder tolerates: stray bytes between segments are skipped up to the next marker, and
 * a length too short to include itself is ignored (libjpeg, jdmarker.c, next_marker and skip_variable). Old
 * editors wrote such files.
 */
export function readJpegHeader(reader: ByteReader, isComplete: boolean): HeaderFacts | undefined {
  let isTurned = false;
  for (const { marker, at } of segmentsOf(reader)) {
    // Picture data, or the end, before a frame was described.
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) throw new ImageRefusal('CORRUPT_IMAGE');
    if (isStartOfFrame(marker)) {
      if (!reader.has(at + 5, 4)) break;
      return { heightPx: reader.u16(at + 5), widthPx: reader.u16(at + 7), isTurned };
    }
    if (isExif(reader, marker, at)) isTurned = exifOrientation(reader, at) >= FIRST_TURNED_ORIENTATION;
  }
  if (isComplete) throw new ImageRefusal('CORRUPT_IMAGE');
  return undefined;
}

export interface JpegSegment {
  /** The second byte of its marker. */
  readonly marker: number;
  /** Where its marker begins; two bytes on is its length, four bytes on its content. */
  readonly at: number;
}

/** Many times what any file has before its picture. A file of 25 MB can be made of millions. */
const STEPS_MAX = 100_000;

/** The segments that begin within the reader, up to the picture's data. */
export function* segmentsOf(reader: ByteReader): Generator<JpegSegment> {
  let at = 2;
  for (let steps = 0; steps < STEPS_MAX && reader.has(at, 4); steps += 1) {
    const marker = reader.u8(at + 1);
    if (reader.u8(at) !== 0xff || marker === 0xff) {
      at = nextMarker(reader, at + 1);
      continue;
    }
    // 0xFF00 is an escaped sample left over from picture data, not a marker.
    if (marker === 0x00 || standsAlone(marker)) {
      at += 2;
      continue;
    }
    yield { marker, at };
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return;
    at += 2 + Math.max(2, reader.u16(at + 2));
  }
}

export const isExif = (reader: ByteReader, marker: number, at: number): boolean =>
  marker === APP1 && reader.text(at + 4, 6) === 'Exif\0\0';

/** Orientation (1 to 8) in the Exif segment at `at` (Exif 2.3, tag 0x0112); 1 when absent or unreadable. */
export function exifOrientation(reader: ByteReader, at: number): number {
  const start = at + 10;
  if (!reader.has(start, 8)) return 1;
  const isLittleEndian = reader.text(start, 2) === 'II';
  const directory = start + reader.u32(start + 4, isLittleEndian);
  if (!reader.has(directory, 2)) return 1;
  const entries = reader.u16(directory, isLittleEndian);
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + i * 12;
    if (!reader.has(entry, 12)) return 1;
    if (reader.u16(entry, isLittleEndian) === 0x0112) return reader.u16(entry + 8, isLittleEndian);
  }
  return 1;
}

/** The next byte that may begin a marker; the end when there is none. */
function nextMarker({ bytes, length }: ByteReader, from: number): number {
  const at = bytes.indexOf(0xff, from);
  return at < 0 ? length : at;
}
