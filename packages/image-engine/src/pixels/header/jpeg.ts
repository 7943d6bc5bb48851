import { ImageRefusal } from '../refusal.ts';
import type { ByteReader, HeaderFacts } from './bytes.ts';

export const isJpeg = (reader: ByteReader): boolean => reader.text(0, 3) === '\xff\xd8\xff';

const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

// TEM, RSTn and SOI stand alone: no length follows them.
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Walks the segments to the start of frame (ITU T.81, annex B). `isComplete` says that the reader holds the whole
 * file: then a missing start of frame is damage. Otherwise a very large colour profile may have pushed it
 * out of reach, and undefined is returned.
 */
export function readJpegHeader(reader: ByteReader, isComplete: boolean): HeaderFacts | undefined {
  let at = 2;
  while (reader.has(at, 4)) {
    if (reader.u8(at) !== 0xff) throw new ImageRefusal('CORRUPT_IMAGE');
    const marker = reader.u8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (standsAlone(marker)) {
      at += 2;
      continue;
    }
    // Picture data or the end before a frame was described.
    if (marker === 0xda || marker === 0xd9) throw new ImageRefusal('CORRUPT_IMAGE');
    const length = reader.u16(at + 2);
    if (length < 2) throw new ImageRefusal('CORRUPT_IMAGE');
    if (isStartOfFrame(marker) && reader.has(at + 5, 4)) {
      return { heightPx: reader.u16(at + 5), widthPx: reader.u16(at + 7), frames: 1 };
    }
    at += 2 + length;
  }
  if (isComplete) throw new ImageRefusal('CORRUPT_IMAGE');
  return undefined;
}
