import { ImageRefusal } from '../../raster/refusal.ts';
import { orientationInTiff, swapsSides } from '../appearance/orientation.ts';
import type { ByteReader, HeaderFacts, Orientation } from './bytes.ts';

export const isJpeg = (reader: ByteReader): boolean => reader.text(0, 3) === '\xff\xd8\xff';

/** JPEG-LS (ITU T.87) begins its frames with a marker of its own. */
const JPEG_LS_FRAME = 0xf7;

export const isStartOfFrame = (marker: number): boolean =>
  marker === JPEG_LS_FRAME ||
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc);

// TEM, RSTn and SOI have no length field.
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

const APP1 = 0xe1;
const END_OF_IMAGE = 0xd9;
export const START_OF_SCAN = 0xda;

/**
 * Walks the segments to the picture's data (ITU T.81, annex B): the frame has the size, and Exif may stand in front of the frame
 * or behind it. `isComplete` says that the reader holds the whole file: then a missing start of frame means damage. Otherwise a
 * very large color profile may have pushed it beyond the reader, and undefined is returned.
 *
 * Tolerates what every decoder tolerates: stray bytes between segments are skipped up to the next marker, and
 * a length too short to include itself is ignored (libjpeg, jdmarker.c, next_marker and skip_variable). Old
 * editors wrote such files.
 */
export function readJpegHeader(reader: ByteReader, isComplete: boolean): HeaderFacts | undefined {
  let orientation: Orientation | undefined;
  let size: { widthPx: number; heightPx: number } | undefined;
  for (const { marker, at } of segmentsOf(reader)) {
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) {
      // Picture data, or the end, before a frame was described.
      if (size === undefined) throw new ImageRefusal('CORRUPT_IMAGE');
      break;
    }
    if (isStartOfFrame(marker) && size === undefined) {
      if (!reader.has(at + 5, 4)) break;
      assertReadable(marker, reader.u8(at + 4));
      size = { heightPx: reader.u16(at + 5), widthPx: reader.u16(at + 7) };
    }
    if (isExif(reader, marker, at)) orientation ??= exifOrientation(reader, at);
  }
  if (size !== undefined) return { ...size, orientation, isTurned: swapsSides(orientation ?? 1) };
  if (isComplete) throw new ImageRefusal('CORRUPT_IMAGE');
  return undefined;
}

/** Sequential, progressive, and the same with arithmetic coding; others are lossless or hierarchical (ITU T.81, table B.1). */
const READABLE_FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);
const DEEP_BITS = 12;

function assertReadable(marker: number, bits: number): void {
  if (!READABLE_FRAMES.has(marker)) throw new ImageRefusal('UNSUPPORTED_CODING');
  if (bits === DEEP_BITS) throw new ImageRefusal('UNSUPPORTED_BIT_DEPTH');
}

interface JpegSegment {
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

/** The first such segment decides. */
export const isExif = (reader: ByteReader, marker: number, at: number): boolean =>
  marker === APP1 && reader.text(at + 4, 5) === 'Exif\0';

/** Orientation in the Exif segment at `at`. */
export const exifOrientation = (reader: ByteReader, at: number): Orientation =>
  orientationInTiff(reader, at + 10, at + 2 + reader.u16(at + 2));

/** The next byte that may begin a marker; the end when there is none. */
function nextMarker({ bytes, length }: ByteReader, from: number): number {
  const at = bytes.indexOf(0xff, from);
  return at < 0 ? length : at;
}
