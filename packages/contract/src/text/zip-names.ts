/** Decodes file names in a ZIP, which rarely states their encoding. */
import { CODE_PAGES, decodedIn } from './code-pages.ts';
import type { CodePage } from './code-pages.ts';
import { likelyReadings } from './likely-code-pages.ts';
import type { Reading } from './likely-code-pages.ts';

export interface ZipName {
  readonly bytes: Uint8Array;
  readonly extra: Uint8Array;
  /** Bit 11 of the entry's flags: the name is in UTF-8. */
  readonly isUtf8: boolean;
}

/** Possible reading of the file names in one code page, with a sample name. */
export interface ZipReading {
  readonly page: CodePage;
  readonly name: string;
  readonly sample: string;
}

export interface ZipNaming {
  /** Code page of the names that neither state their encoding nor are UTF-8; undefined if there are none. */
  readonly page: CodePage | undefined;
  /** Likely readings, most likely first; empty if one is clearly right. */
  readonly doubtful: readonly ZipReading[];
}

/** Code pages of operating systems that create ZIPs, most common first. */
const PAGES: readonly CodePage[] = [
  'cp437',
  'shift_jis',
  'gb18030',
  'ibm866',
  'euc-kr',
  'big5',
  'cp850',
  'windows-1252',
  'cp852',
  'windows-1250',
  'windows-1251',
  'macintosh',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-874',
  'windows-1257',
];
/** Score below which letters look wrong, and score difference below which two readings look equally right. */
const [LEAST_SCORE, LEAST_LEAD] = [0.5, 0.08];
const READINGS_MAX = 4;

/**
 * Finds the code page of names that don't state their encoding.
 * @param expected names of files that a table waits for; the code page that matches most of them is right
 */
export function zipNaming(names: readonly ZipName[], expected: readonly string[] = []): ZipNaming {
  const unsure = unsureNames(names);
  if (unsure.length === 0) return { page: undefined, doubtful: [] };
  const expectedNames = new Set(expected.map(comparable));
  const matches = PAGES.map((page) => ({
    page,
    count: unsure.filter((bytes) => expectedNames.has(comparable(decodedIn(page, bytes) ?? ''))).length,
  })).toSorted((a, b) => b.count - a.count);
  const [most] = matches;
  if (most !== undefined && most.count > 0) return { page: most.page, doubtful: [] };
  const readings = likelyReadings(joinNames(unsure), PAGES);
  const [best, second] = readings;
  if (best === undefined) return { page: 'cp437', doubtful: [] };
  const isClear =
    best.score >= LEAST_SCORE && (second === undefined || best.score - second.score >= LEAST_LEAD);
  return { page: best.page, doubtful: isClear ? [] : readings.slice(0, READINGS_MAX).map(sampleReading) };
}

const sampleReading = ({ page, text }: Reading): ZipReading => ({
  page,
  name: CODE_PAGES[page],
  sample: text.split('\n', 1)[0] ?? '',
});

export function zipNameText(name: ZipName, names: readonly ZipName[], page: CodePage = 'cp437'): string {
  return (
    statedName(name) ??
    utf8Name(name, names) ??
    decodedIn(page, name.bytes) ??
    decodedIn('cp437', name.bytes) ??
    ''
  );
}

/** Non-ASCII names that neither state their encoding nor are read as UTF-8. */
function unsureNames(names: readonly ZipName[]): readonly Uint8Array[] {
  return names
    .filter((name) => statedName(name) === null && utf8Name(name, names) === null)
    .map(({ bytes }) => bytes);
}

/** Decodes a name by its UTF-8 flag, or by its Unicode path field; null if it states no encoding. */
function statedName({ bytes, extra, isUtf8 }: ZipName): string | null {
  return unicodePath(bytes, extra) ?? (isUtf8 ? decodedIn('utf-8', bytes) : null);
}

/**
 * Decodes a name as UTF-8 if at least half of the ZIP's non-ASCII names are valid UTF-8: Macs write UTF-8 without
 * stating it, and names in another code page are seldom valid UTF-8.
 */
function utf8Name({ bytes }: ZipName, names: readonly ZipName[]): string | null {
  const text = decodedIn('utf-8', bytes);
  return text === null || isAscii(bytes) || areMostlyUtf8(names) ? text : null;
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

const MOSTLY_UTF8 = new WeakMap<readonly ZipName[], boolean>();

function areMostlyUtf8(names: readonly ZipName[]): boolean {
  const before = MOSTLY_UTF8.get(names);
  if (before !== undefined) return before;
  const silent = names.filter((name) => statedName(name) === null && !isAscii(name.bytes));
  const valid = silent.filter(({ bytes }) => decodedIn('utf-8', bytes) !== null).length;
  const are = valid * 2 >= silent.length;
  MOSTLY_UTF8.set(names, are);
  return are;
}

/** Unicode path field of Info-ZIP: its version, the CRC of the name that it belongs to, and that name in UTF-8. */
const [UNICODE_PATH, UNICODE_PATH_HEAD] = [0x7075, 5];

function unicodePath(name: Uint8Array, extra: Uint8Array): string | null {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length;) {
    const [id, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const field = extra.subarray(at + 4, at + 4 + size);
    if (id === UNICODE_PATH && field.length === size && size > UNICODE_PATH_HEAD && field[0] === 1) {
      // The CRC doesn't match if a program that doesn't know the field renamed the file.
      if (view.getUint32(at + 5, true) === crc32(name))
        return decodedIn('utf-8', field.subarray(UNICODE_PATH_HEAD));
    }
    at += 4 + size;
  }
  return null;
}

/** CRC of ZIP (ISO 3309), computed bit by bit, because names are short. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const comparable = (path: string): string =>
  (path.split(/[/\\]/).at(-1) ?? '').normalize('NFC').toLowerCase();

function joinNames(names: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(names.reduce((sum, name) => sum + name.length + 1, 0));
  let at = 0;
  for (const name of names) {
    bytes.set(name, at);
    at += name.length;
    bytes[at] = 0x0a;
    at += 1;
  }
  return bytes;
}
