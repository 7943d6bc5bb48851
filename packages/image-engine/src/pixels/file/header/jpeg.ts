import { ImageRefusal } from '../../raster/refusal.ts';
import { orientationInTiff, swapsSides } from '../appearance/orientation.ts';
import type { ByteReader, HeaderFacts, Orientation } from './bytes.ts';

export const isJpeg = (reader: ByteReader): boolean => reader.text(0, 3) === '\xff\xd8\xff';

/** Marker of a frame in JPEG-LS (ITU T.87). */
const JPEG_LS_FRAME = 0xf7;

export const isStartOfFrame = (marker: number): boolean =>
  marker === JPEG_LS_FRAME ||
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc);

// True for markers without a length field: TEM, RSTn and SOI.
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

const APP1 = 0xe1;
const END_OF_IMAGE = 0xd9;
export const START_OF_SCAN = 0xda;

/**
 * Reads the segments up to the scan data (ITU T.81, annex B). The frame segment states the size; Exif may precede or
 * follow it. `isComplete` means that the reader holds the whole file, so a missing frame is damage. Otherwise a very
 * large color profile may have moved the frame beyond the bytes read, and the result is undefined.
 *
 * Tolerates the same defects as libjpeg (jdmarker.c, next_marker and skip_variable): skips stray bytes up to the next
 * marker, and ignores a length too short to include itself. Old editors wrote such files.
 */
export function readJpegHeader(reader: ByteReader, isComplete: boolean): HeaderFacts | undefined {
  let orientation: Orientation | undefined;
  let size: { widthPx: number; heightPx: number } | undefined;
  for (const { marker, at } of iterateSegments(reader)) {
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) {
      // The scan data or the end of the picture was reached before any frame.
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

/**
 * Frame markers that the decoder supports: sequential and progressive frames, with Huffman or arithmetic coding. Other
 * frames are lossless or hierarchical (ITU T.81, table B.1).
 */
const READABLE_FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);
const DEEP_BITS = 12;

function assertReadable(marker: number, bits: number): void {
  if (!READABLE_FRAMES.has(marker)) throw new ImageRefusal('UNSUPPORTED_CODING');
  if (bits === DEEP_BITS) throw new ImageRefusal('UNSUPPORTED_BIT_DEPTH');
}

interface JpegSegment {
  /** Second byte of the segment's marker. */
  readonly marker: number;
  /** Offset of the marker in the file. The segment's length follows two bytes later, its content four bytes later. */
  readonly at: number;
}

/**
 * Maximum number of segments and stray bytes visited, far more than any real file needs; a hostile 25 MB file may have
 * millions of segments.
 */
const STEPS_MAX = 100_000;

/** Yields the segments that begin within the bytes read, up to the scan data. */
export function* iterateSegments(reader: ByteReader): Generator<JpegSegment> {
  let at = 2;
  for (let steps = 0; steps < STEPS_MAX && reader.has(at, 4); steps += 1) {
    const marker = reader.u8(at + 1);
    if (reader.u8(at) !== 0xff || marker === 0xff) {
      at = nextMarker(reader, at + 1);
      continue;
    }
    // The bytes 0xFF00 are an escaped sample left over from scan data, not a marker.
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
  marker === APP1 && reader.text(at + 4, 5) === 'Exif\0';

export const exifOrientation = (reader: ByteReader, at: number): Orientation =>
  orientationInTiff(reader, at + 10, at + 2 + reader.u16(at + 2));

/** Offset of the next byte that may begin a marker, or the end. */
function nextMarker({ bytes, length }: ByteReader, from: number): number {
  const at = bytes.indexOf(0xff, from);
  return at < 0 ? length : at;
}
