/** Reads the name of a picture's color profile. */
import { ByteReader } from '../../file/header/bytes.ts';
import type { ImageFormat } from '../../file/header/probe.ts';
import { inflateStream } from '../../file/metadata/inflate.ts';
import { iterateChunks } from '../../file/metadata/walk.ts';

/**
 * Name of the embedded color profile; null if there is none, and always for HEIC and AVIF, whose profiles aren't read.
 */
export function profileIn(file: Uint8Array, format: ImageFormat): string | null {
  for (const { type, start, end } of iterateChunks(file)) {
    const content = file.subarray(start, end);
    if (
      format === 'jpeg' &&
      type === 'FFE2' &&
      textAt(content, 0, 12) === 'ICC_PROFILE\0' &&
      content[12] === 1
    )
      return readName(content.subarray(14));
    if (format === 'webp' && type === 'ICCP') return readName(content);
    if (format === 'png' && type === 'iCCP') return ofPng(content);
  }
  return null;
}

/**
 * Content of an iCCP chunk (PNG specification, 11.3.2.3): a name, a zero byte, the compression method, and the
 * compressed profile.
 */
function ofPng(content: Uint8Array): string {
  const end = content.indexOf(0);
  return readName(inflateStream(content, end + 2, MOST_BYTES));
}

/**
 * Number of bytes of a profile that are decompressed. They include the description; the tables after it are longer and
 * not needed.
 */
const MOST_BYTES = 100_000;
const UNNAMED = 'of another kind';
const MOST_TAGS = 100;

/**
 * Name from a profile's description (ICC.1:2022, 7.3 and 10): the tag table begins at byte 128; the description has an
 * old or a new form.
 */
function readName(profile: Uint8Array): string {
  const reader = new ByteReader(profile);
  const tags = reader.has(128, 4) ? Math.min(MOST_TAGS, reader.u32(128)) : 0;
  for (let i = 0; i < tags; i++) {
    const entry = 132 + i * 12;
    if (!reader.has(entry, 12)) break;
    if (reader.text(entry, 4) === 'desc') return readDescription(reader, reader.u32(entry + 4)) || UNNAMED;
  }
  return UNNAMED;
}

const MOST_LETTERS = 80;

function readDescription(reader: ByteReader, at: number): string {
  if (!reader.has(at, 28)) return '';
  if (reader.text(at, 4) === 'desc')
    return printable(reader.text(at + 12, Math.min(MOST_LETTERS, reader.u32(at + 8))));
  const [length, from] = [reader.u32(at + 20), at + reader.u32(at + 24)];
  let text = '';
  for (let i = 0; i < Math.min(length, 2 * MOST_LETTERS) && reader.has(from + i, 2); i += 2)
    text += String.fromCharCode(reader.u16(from + i));
  return printable(text);
}

const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '').trim();

const textAt = (bytes: Uint8Array, from: number, length: number): string =>
  new ByteReader(bytes.subarray(from, from + length)).text(0, length);
