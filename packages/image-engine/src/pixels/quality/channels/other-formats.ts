/**
 * Reads the sizes of pictures from their first bytes, for formats that marketplaces accept but the engine doesn't
 * decode.
 */
import type { FileFacts } from '@packshot/contract/channels/picture-facts';
import type { ByteReader } from '../../file/header/bytes.ts';

type OtherFormatFacts = Pick<FileFacts, 'format' | 'widthPx' | 'heightPx' | 'colors' | 'bitsPerSample'>;

const NOTHING: OtherFormatFacts = {
  format: null,
  widthPx: 0,
  heightPx: 0,
  colors: null,
  bitsPerSample: null,
};

export function readOtherFormat(reader: ByteReader): OtherFormatFacts {
  if (/^GIF8[79]a$/.test(reader.text(0, 6))) return gif(reader);
  if (reader.text(0, 2) === 'BM' && reader.has(0, 30)) return bmp(reader);
  const order = reader.text(0, 4);
  if (order === 'II*\0' || order === 'MM\0*') return tiff(reader, order === 'II*\0');
  return NOTHING;
}

/** Size of a GIF's logical screen (GIF89a, section 18). */
function gif(reader: ByteReader): OtherFormatFacts {
  const size = reader.has(6, 4) ? { widthPx: reader.u16(6, true), heightPx: reader.u16(8, true) } : NOTHING;
  return {
    ...NOTHING,
    format: 'gif',
    widthPx: size.widthPx,
    heightPx: size.heightPx,
    colors: 'rgb',
    bitsPerSample: 8,
  };
}

/** Size in a BMP's BITMAPINFOHEADER; its height is negative if rows are stored from top to bottom. */
function bmp(reader: ByteReader): OtherFormatFacts {
  return {
    format: 'bmp',
    widthPx: Math.abs(reader.u32(18, true) | 0),
    heightPx: Math.abs(reader.u32(22, true) | 0),
    colors: 'rgb',
    bitsPerSample: 8,
  };
}

/** Tags of the first picture whose values are read (TIFF 6.0, section 8). */
const TIFF_TAGS = { width: 256, height: 257, photometric: 262 } as const;
const CMYK = 5;
const MOST_ENTRIES = 200;

function tiff(reader: ByteReader, isLittleEndian: boolean): OtherFormatFacts {
  const values = new Map<number, number>();
  const at = reader.has(4, 4) ? reader.u32(4, isLittleEndian) : 0;
  const entries = reader.has(at, 2) ? Math.min(MOST_ENTRIES, reader.u16(at, isLittleEndian)) : 0;
  for (let i = 0; i < entries; i++) {
    const entry = at + 2 + i * 12;
    if (!reader.has(entry, 12)) break;
    const isShort = reader.u16(entry + 2, isLittleEndian) === 3;
    const value = isShort ? reader.u16(entry + 8, isLittleEndian) : reader.u32(entry + 8, isLittleEndian);
    values.set(reader.u16(entry, isLittleEndian), value);
  }
  return {
    ...NOTHING,
    format: 'tiff',
    widthPx: values.get(TIFF_TAGS.width) ?? 0,
    heightPx: values.get(TIFF_TAGS.height) ?? 0,
    colors: values.get(TIFF_TAGS.photometric) === CMYK ? 'cmyk' : 'rgb',
  };
}
