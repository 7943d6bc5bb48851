import { ImageRefusal } from '../../raster/refusal.ts';
import type { ByteReader, HeaderFacts } from './bytes.ts';

export const isWebp = (reader: ByteReader): boolean =>
  reader.text(0, 4) === 'RIFF' && reader.text(8, 4) === 'WEBP';

/**
 * Reads the first chunk of the RIFF container (WebP Container Specification; RFC 6386 and RFC 9649 for the bitstreams).
 * In an animation this chunk states the size of the canvas.
 */
export function readWebpHeader(reader: ByteReader): HeaderFacts {
  if (!reader.has(0, 30)) throw new ImageRefusal('CORRUPT_IMAGE');
  switch (reader.text(12, 4)) {
    case 'VP8 ':
      return {
        widthPx: reader.u16(26, true) & 0x3fff,
        heightPx: reader.u16(28, true) & 0x3fff,
      };
    case 'VP8L': {
      const bits = reader.u32(21, true);
      return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return {
        widthPx: reader.u24(24, true) + 1,
        heightPx: reader.u24(27, true) + 1,
      };
    default:
      throw new ImageRefusal('CORRUPT_IMAGE');
  }
}
