import { ImageRefusal } from '../../raster/refusal.ts';
import { orientationInTiff, swapsSides } from '../appearance/orientation.ts';
import type { ByteReader, HeaderFacts, Orientation } from './bytes.ts';
import { crc32 } from './bytes.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
const IHDR_END = 33;

export const isPng = (reader: ByteReader): boolean => reader.text(0, 8) === SIGNATURE;

/**
 * Reads IHDR (PNG specification, section 11.2.1). In an animated PNG it describes the default picture, which
 * non-animated decoders show.
 */
export function readPngHeader(reader: ByteReader): HeaderFacts {
  if (!reader.has(0, IHDR_END) || reader.text(12, 4) !== 'IHDR' || reader.u32(8) !== 13) {
    throw new ImageRefusal('CORRUPT_IMAGE');
  }
  const orientation = pngOrientation(reader);
  return {
    widthPx: reader.u32(16),
    heightPx: reader.u32(20),
    orientation,
    isTurned: swapsSides(orientation ?? 1),
  };
}

/** Maximum number of chunks read before the picture data; real files have about a dozen. */
const MAX_CHUNKS = 1_000;
/** Largest eXIf chunk whose checksum is computed. Real EXIF data has a few kilobytes, and in a JPEG at most 64. */
const EXIF_MAX_BYTES = 256 * 1024;
/** Maximum number of eXIf chunks whose checksum is computed. */
const MAX_EXIF_CHUNKS = 4;

/** Orientation in the first undamaged eXIf chunk before the picture data. */
function pngOrientation(reader: ByteReader): Orientation | undefined {
  let at = IHDR_END;
  let exifChunks = 0;
  for (let i = 0; i < MAX_CHUNKS && reader.has(at, 12); i++) {
    const [length, type] = [reader.u32(at), reader.text(at + 4, 4)];
    const end = at + 8 + length;
    if (type === 'IDAT') return undefined;
    if (type === 'eXIf' && length <= EXIF_MAX_BYTES && reader.has(end, 4)) {
      if (++exifChunks > MAX_EXIF_CHUNKS) return undefined;
      const isSound = crc32(reader.bytes.subarray(at + 4, end)) === reader.u32(end);
      if (isSound) return orientationInTiff(reader, at + 8, end);
    }
    at = end + 4;
  }
  return undefined;
}
