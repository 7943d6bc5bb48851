import { ImageRefusal } from '../refusal.ts';
import type { ByteReader, HeaderFacts } from './bytes.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
const IHDR_END = 33;

export const isPng = (reader: ByteReader): boolean => reader.text(0, 8) === SIGNATURE;

/**
 * Reads IHDR (PNG specification, section 11.2.1). For an animated PNG that is the default picture, which
 * decoders without animation show, too.
 */
export function readPngHeader(reader: ByteReader): HeaderFacts {
  if (!reader.has(0, IHDR_END) || reader.text(12, 4) !== 'IHDR' || reader.u32(8) !== 13) {
    throw new ImageRefusal('CORRUPT_IMAGE');
  }
  return { widthPx: reader.u32(16), heightPx: reader.u32(20) };
}
