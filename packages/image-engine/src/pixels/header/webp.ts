import { ImageRefusal } from '../refusal.ts';
import type { ByteReader, HeaderFacts } from './bytes.ts';

export const isWebp = (reader: ByteReader): boolean =>
  reader.text(0, 4) === 'RIFF' && reader.text(8, 4) === 'WEBP';

const ANIMATION_FLAG = 0x02;

/** First chunk of the RIFF container (WebP Container Specification; RFC 6386 and RFC 9649 for the bitstreams). */
export function readWebpHeader(reader: ByteReader): HeaderFacts {
  if (!reader.has(0, 30)) throw new ImageRefusal('CORRUPT_IMAGE');
  switch (reader.text(12, 4)) {
    case 'VP8 ':
      return {
        widthPx: reader.u16(26, true) & 0x3fff,
        heightPx: reader.u16(28, true) & 0x3fff,
        frames: 1,
      };
    case 'VP8L': {
      const bits = reader.u32(21, true);
      return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1, frames: 1 };
    }
    case 'VP8X':
      return {
        widthPx: reader.u24(24, true) + 1,
        heightPx: reader.u24(27, true) + 1,
        frames: (reader.u8(20) & ANIMATION_FLAG) !== 0 ? countFrames(reader) : 1,
      };
    default:
      throw new ImageRefusal('CORRUPT_IMAGE');
  }
}

// An animation of a single frame is still a still.
function countFrames(reader: ByteReader): number {
  let frames = 0;
  let at = 12;
  while (reader.has(at, 8)) {
    if (reader.text(at, 4) === 'ANMF') frames += 1;
    const size = reader.u32(at + 4, true);
    at += 8 + size + (size & 1);
  }
  return Math.max(1, frames);
}
