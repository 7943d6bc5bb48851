import { ImageRefusal } from '../refusal.ts';
import type { ByteReader, HeaderFacts } from './bytes.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
const IHDR_END = 33;

export const isPng = (reader: ByteReader): boolean => reader.text(0, 8) === SIGNATURE;

/**
 * IHDR (PNG specification, section 11.2.1). Of an animated PNG the default picture is read: decoders that do not know
 * the animation show its default picture, and so do we.
 */
export function readPngHeader(reader: ByteReader): HeaderFacts {
  if (!reader.has(0, IHDR_END) || reader.text(12, 4) !== 'IHDR' || reader.u32(8) !== 13) {
    throw new ImageRefusal('CORRUPT_IMAGE');
  }
  return { widthPx: reader.u32(16), heightPx: reader.u32(20) };
}
