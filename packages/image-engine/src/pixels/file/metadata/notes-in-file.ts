/**
 * Collects all metadata text of a file, in any of the encodings that programs use. The result is suitable for finding
 * a word, not for parsing.
 */
import { joinBytes } from './chunks.ts';
import { inflateStream } from './inflate.ts';
import { iterateChunks } from './walk.ts';

/** Size limit for all metadata of a file together, and for one decompressed entry. */
const NOTES_MAX_BYTES = 8 * 1024 ** 2;
/** Number of bytes that are read from the start and the end of a file without known chunks (AVIF, HEIC). */
const ENDS_BYTES = 4 * 1024 ** 2;
/**
 * Start and length of the header in each segment of an extended XMP packet (XMP specification, part 3, 1.1.3.1): name,
 * hash, length, offset.
 */
const EXTENSION_NAME = 'http://ns.adobe.com/xmp/extension/';
const EXTENSION_HEAD_BYTES = EXTENSION_NAME.length + 1 + 32 + 8;
/**
 * Length of the header in each segment of a JUMBF box (ISO 19566-5, annex D): identifier, number, sequence. From the
 * second segment on, the box's own header is repeated.
 */
const BOX_PART_HEAD_BYTES = 8;
const BOX_HEAD_BYTES = 8;

/** Metadata text of a file. Zero bytes are removed, so that UTF-16 reads like ASCII. Never throws. */
export function notesIn(file: Uint8Array): string {
  const parts: string[] = [];
  let bytes = 0;
  for (const { type, start, end } of iterateChunks(file)) {
    const note = readNote(type, file.subarray(start, end));
    bytes += note.length;
    if (bytes > NOTES_MAX_BYTES) break;
    parts.push(note);
  }
  const text = parts.length > 0 ? parts.join('') : latin1(ends(file));
  return text.replaceAll('\0', '');
}

const ends = (file: Uint8Array): Uint8Array =>
  file.length <= 2 * ENDS_BYTES ? file : joinBytes(file.subarray(0, ENDS_BYTES), file.subarray(-ENDS_BYTES));

function readNote(type: string, content: Uint8Array): string {
  switch (type) {
    case 'tEXt':
    case 'iTXt':
    case 'eXIf':
    case 'XMP ':
    case 'EXIF':
    case 'FFED':
      return latin1(content);
    case 'zTXt':
      return unpackNote(content);
    case 'FFE1': {
      const text = latin1(content);
      return text.startsWith(EXTENSION_NAME) ? text.slice(EXTENSION_HEAD_BYTES) : text;
    }
    case 'FFEB': {
      const isFirst = content[7] === 1;
      return latin1(content.subarray(BOX_PART_HEAD_BYTES + (isFirst ? 0 : BOX_HEAD_BYTES)));
    }
    default:
      return '';
  }
}

/** Start of a raw profile as ImageMagick writes it: type, length, and bytes in hexadecimal. */
const RAW_PROFILE = /^\n\w{1,16}\n {0,16}\d{1,10}\n/;

function unpackNote(content: Uint8Array): string {
  const text = latin1(inflateStream(content, content.indexOf(0) + 2, NOTES_MAX_BYTES));
  if (!RAW_PROFILE.test(text.slice(0, 64))) return text;
  const digits = text.replace(RAW_PROFILE, '').replaceAll('\n', '');
  return latin1(
    Uint8Array.from({ length: digits.length >> 1 }, (_, i) =>
      Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
    ),
  );
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
