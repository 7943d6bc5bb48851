/** All that a file's notes say, in whatever way programs write them: for finding a word, not for reading what is around it. */
import { joined } from './chunks.ts';
import { inflated } from './inflate.ts';
import { chunksOf } from './walk.ts';

/** Of all notes together, and of one when it is unpacked. */
const NOTES_MAX_BYTES = 8 * 1024 ** 2;
/** Of a file without chunks that are known here (AVIF, HEIC): as much of its beginning and of its end. */
const ENDS_BYTES = 4 * 1024 ** 2;
/** What precedes each part of a packet of XMP that fills several segments (XMP specification, part 3, 1.1.3.1): name, hash, length, place. */
const EXTENSION_NAME = 'http://ns.adobe.com/xmp/extension/';
const EXTENSION_HEAD_BYTES = EXTENSION_NAME.length + 1 + 32 + 8;
/** The same of a box of credentials (ISO 19566-5, annex D): identifier, number, place; from the second part on also the box's own head. */
const BOX_PART_HEAD_BYTES = 8;
const BOX_HEAD_BYTES = 8;

/** UTF-16 reads like ASCII without its zeros. Never throws. */
export function notesIn(file: Uint8Array): string {
  const parts: string[] = [];
  let bytes = 0;
  for (const { type, start, end } of chunksOf(file)) {
    const note = noteOf(type, file.subarray(start, end));
    bytes += note.length;
    if (bytes > NOTES_MAX_BYTES) break;
    parts.push(note);
  }
  const text = parts.length > 0 ? parts.join('') : latin1(ends(file));
  return text.replaceAll('\0', '');
}

const ends = (file: Uint8Array): Uint8Array =>
  file.length <= 2 * ENDS_BYTES ? file : joined(file.subarray(0, ENDS_BYTES), file.subarray(-ENDS_BYTES));

function noteOf(type: string, content: Uint8Array): string {
  switch (type) {
    case 'tEXt':
    case 'iTXt':
    case 'eXIf':
    case 'XMP ':
    case 'EXIF':
    case 'FFED':
      return latin1(content);
    case 'zTXt':
      return unpacked(content);
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

/** As ImageMagick writes profiles: their kind, their length, and their bytes in hexadecimal digits. */
const RAW_PROFILE = /^\n\w{1,16}\n {0,16}\d{1,10}\n/;

function unpacked(content: Uint8Array): string {
  const text = latin1(inflated(content, content.indexOf(0) + 2, NOTES_MAX_BYTES));
  if (!RAW_PROFILE.test(text.slice(0, 64))) return text;
  const digits = text.replace(RAW_PROFILE, '').replaceAll('\n', '');
  return latin1(
    Uint8Array.from({ length: digits.length >> 1 }, (_, i) =>
      Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
    ),
  );
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
