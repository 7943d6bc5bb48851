import { UPLOAD_MAX_BYTES } from '@packshot/contract';
import { ImageRefusal } from '../../raster/refusal.ts';
import { ByteReader } from './bytes.ts';
import type { HeaderFacts, Orientation } from './bytes.ts';
import { isAvif, isHeic, readHeicHeader } from './heic.ts';
import { isJpeg, readJpegHeader } from './jpeg.ts';
import { isPng, readPngHeader } from './png.ts';
import { isWebp, readWebpHeader } from './webp.ts';

/**
 * Maximum number of pixels, checked on the header. It covers cameras sold with 50 megapixels: phones have 8160 x 6144
 * and 8192 x 6144, medium format 8256 x 6192 and 8272 x 6200.
 */
export const IMAGE_MAX_PIXELS = 8272 * 6200;
export const IMAGE_MAX_SIDE_PX = 16_384;
/** Minimum side length; a smaller picture is useless for a neural network. */
export const IMAGE_MIN_SIDE_PX = 8;

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'heic' | 'avif';

/** Facts in a picture's header, read without decoding. */
export interface ImageProbe {
  format: ImageFormat;
  /**
   * Width as stored, before any orientation is applied. 0 if `head` ends before a JPEG's size (because of a large color
   * profile); callers must then check the size of the whole file.
   */
  widthPx: number;
  heightPx: number;
  /** True if the upright picture swaps width and height, so its visible width is `heightPx`. */
  isTurned: boolean;
  /** Orientation that must be applied after decoding; 1 for HEIC and AVIF, whose decoders apply it themselves. */
  orientation: Orientation;
}

/**
 * Detects type and dimensions from a file's first bytes (256 KiB suffice), without decoding. Ignores the file name.
 * @param maxBytes size limit for the file; by default the limit for uploads
 * @throws ImageRefusal for an unknown type, more than `maxBytes` or IMAGE_MAX_PIXELS, sides that are too long or too
 * short, or an invalid header
 */
export function probeImageHeader(
  head: Uint8Array,
  totalSizeBytes: number,
  maxBytes = UPLOAD_MAX_BYTES,
): ImageProbe {
  if (totalSizeBytes === 0 || head.length === 0) throw new ImageRefusal('EMPTY_FILE');
  if (totalSizeBytes > maxBytes) throw new ImageRefusal('TOO_LARGE_BYTES');
  const { format, facts } = readHeader(new ByteReader(head), totalSizeBytes);
  if (facts === undefined) return { format, widthPx: 0, heightPx: 0, isTurned: false, orientation: 1 };
  const { widthPx, heightPx, isTurned = false, orientation = 1 } = facts;
  assertAcceptableSize(widthPx, heightPx);
  return { format, widthPx, heightPx, isTurned, orientation };
}

/**
 * Checks a picture's size before the picture is decoded.
 * @throws ImageRefusal if a picture of this size must not be decoded
 */
export function assertAcceptableSize(widthPx: number, heightPx: number): void {
  if (widthPx === 0 || heightPx === 0) throw new ImageRefusal('CORRUPT_IMAGE');
  if (widthPx * heightPx > IMAGE_MAX_PIXELS || Math.max(widthPx, heightPx) > IMAGE_MAX_SIDE_PX) {
    throw new ImageRefusal('TOO_MANY_PIXELS');
  }
  if (Math.min(widthPx, heightPx) < IMAGE_MIN_SIDE_PX) throw new ImageRefusal('TOO_SMALL');
}

const FORMATS: Readonly<Record<ImageFormat, (reader: ByteReader) => boolean>> = {
  png: isPng,
  jpeg: isJpeg,
  webp: isWebp,
  heic: isHeic,
  avif: isAvif,
};

/** Format of a file by its first bytes, even if it is too large or damaged; null if it isn't a picture. */
export function detectImageFormat(head: Uint8Array): ImageFormat | null {
  const reader = new ByteReader(head);
  return (Object.keys(FORMATS) as ImageFormat[]).find((format) => FORMATS[format](reader)) ?? null;
}

function readHeader(
  reader: ByteReader,
  totalSizeBytes: number,
): { format: ImageFormat; facts: HeaderFacts | undefined } {
  if (isPng(reader)) return { format: 'png', facts: readPngHeader(reader) };
  if (isJpeg(reader)) {
    return { format: 'jpeg', facts: readJpegHeader(reader, reader.length >= totalSizeBytes) };
  }
  if (isWebp(reader)) return { format: 'webp', facts: readWebpHeader(reader) };
  if (isHeic(reader)) return { format: 'heic', facts: readHeicHeader(reader) };
  if (isAvif(reader)) return { format: 'avif', facts: readHeicHeader(reader) };
  throw new ImageRefusal('UNSUPPORTED_TYPE');
}
