import { UPLOAD_MAX_BYTES } from '@packshot/contract';
import { ImageRefusal } from '../../raster/refusal.ts';
import { ByteReader } from './bytes.ts';
import type { HeaderFacts, Orientation } from './bytes.ts';
import { isAvif, isHeic, readHeicHeader } from './heic.ts';
import { isJpeg, readJpegHeader } from './jpeg.ts';
import { isPng, readPngHeader } from './png.ts';
import { isWebp, readWebpHeader } from './webp.ts';

/**
 * Checked on the header before decoding. The largest picture of cameras sold with 50 megapixels: phones make
 * 8160 x 6144 and 8192 x 6144, medium format 8256 x 6192 and this.
 */
export const IMAGE_MAX_PIXELS = 8272 * 6200;
export const IMAGE_MAX_SIDE_PX = 16_384;
/** A picture with a shorter side is useless to a model. */
export const IMAGE_MIN_SIDE_PX = 8;

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'heic' | 'avif';

/** What the header says, without decoding. */
export interface ImageProbe {
  format: ImageFormat;
  /**
   * Width as stored, before any orientation is applied. 0 when `head` ends before a JPEG's size (because of a
   * large color profile); the size is then checked once the whole file is there.
   */
  widthPx: number;
  heightPx: number;
  /** It asks to be shown on its side: as seen, its width is `heightPx`. */
  isTurned: boolean;
  /** Orientation that a decoder's picture still needs. 1 for HEIC and AVIF, whose decoders apply it. */
  orientation: Orientation;
}

/**
 * Detects type and dimensions from a file's first bytes (256 KiB are plenty), without decoding. The bytes
 * decide, never the name.
 * @param maxBytes that of what people send, by default
 * @throws ImageRefusal for an unknown type, more than `maxBytes` or IMAGE_MAX_PIXELS, sides that are too long or
 * too short, or an invalid header
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

/** @throws ImageRefusal unless a picture of this size may be decoded */
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

/** What a file is by its first bytes, whatever its size and damage; null for no picture. */
export function imageFormatOf(head: Uint8Array): ImageFormat | null {
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
