/** Reads facts from a file's first bytes, even for formats that this program can't decode. */
import type { FileFacts } from '@packshot/contract/channels/picture-facts';
import { ByteReader } from '../../file/header/bytes.ts';
import type { HeaderFacts } from '../../file/header/bytes.ts';
import { readHeicHeader } from '../../file/header/heic.ts';
import { isStartOfFrame, readJpegHeader, iterateSegments } from '../../file/header/jpeg.ts';
import { readPngHeader } from '../../file/header/png.ts';
import { detectImageFormat } from '../../file/header/probe.ts';
import type { ImageFormat } from '../../file/header/probe.ts';
import { readWebpHeader } from '../../file/header/webp.ts';
import { profileIn } from './profile-name.ts';
import { readOtherFormat } from './other-formats.ts';

type Coding = Pick<FileFacts, 'colors' | 'bitsPerSample'>;

const UNKNOWN: Coding = { colors: null, bitsPerSample: null };

/**
 * Reads the facts of a file.
 * @param name file name with its extension, or null if it has no name
 */
export function readFileFacts(file: Uint8Array, name: string | null): FileFacts {
  const bytes = file.length;
  const format = detectImageFormat(file);
  if (format === null) {
    const other = readOtherFormat(new ByteReader(file));
    return { name, bytes, profile: null, ...other };
  }
  const reader = new ByteReader(file);
  const { widthPx, heightPx, isTurned } = readHeader(reader, format) ?? { widthPx: 0, heightPx: 0 };
  const [across, down] = isTurned === true ? [heightPx, widthPx] : [widthPx, heightPx];
  return {
    name,
    bytes,
    format,
    widthPx: across,
    heightPx: down,
    ...CODINGS[format](reader),
    profile: profileIn(file, format),
  };
}

const READERS: Readonly<Record<ImageFormat, (reader: ByteReader) => HeaderFacts | undefined>> = {
  png: readPngHeader,
  jpeg: (reader) => readJpegHeader(reader, true),
  webp: readWebpHeader,
  heic: readHeicHeader,
  avif: readHeicHeader,
};

/** Header facts, or undefined if the header is damaged. */
function readHeader(reader: ByteReader, format: ImageFormat): HeaderFacts | undefined {
  try {
    return READERS[format](reader);
  } catch {
    return undefined;
  }
}

const CODINGS: Readonly<Record<ImageFormat, (reader: ByteReader) => Coding>> = {
  jpeg: jpegCoding,
  png: pngCoding,
  webp: () => ({ colors: 'rgb', bitsPerSample: 8 }),
  heic: () => ({ colors: 'rgb', bitsPerSample: null }),
  avif: () => ({ colors: 'rgb', bitsPerSample: null }),
};

/** Fields of a frame header (ITU T.81, B.2.2): precision, height, width, number of components. */
function jpegCoding(reader: ByteReader): Coding {
  for (const { marker, at } of iterateSegments(reader)) {
    if (!isStartOfFrame(marker)) continue;
    if (!reader.has(at + 4, 6)) break;
    const components = reader.u8(at + 9);
    const colors = components === 4 ? 'cmyk' : components === 3 ? 'rgb' : 'gray';
    return { colors, bitsPerSample: reader.u8(at + 4) };
  }
  return UNKNOWN;
}

/** Bit depth and color type (PNG specification, 11.2.1); a palette's entries have 8 bits. */
function pngCoding(reader: ByteReader): Coding {
  if (!reader.has(24, 2)) return UNKNOWN;
  const colorType = reader.u8(25);
  const isGray = colorType === 0 || colorType === 4;
  return { colors: isGray ? 'gray' : 'rgb', bitsPerSample: colorType === 3 ? 8 : reader.u8(24) };
}
