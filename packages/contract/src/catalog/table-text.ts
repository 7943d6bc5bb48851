/** Detects the encoding of a CSV, which doesn't state it. */
import { CODE_PAGE_IDS, CODE_PAGES, decodedIn } from '../text/code-pages.ts';
import { likelyReadings } from '../text/likely-code-pages.ts';
import { TableFault } from './table-fault.ts';

export const TABLE_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', ...CODE_PAGE_IDS] as const;
export type TableEncoding = (typeof TABLE_ENCODINGS)[number];

export interface TableReading {
  readonly encoding: TableEncoding;
  readonly name: string;
  readonly sample: string;
}

export interface TableText {
  readonly text: string;
  readonly encoding: TableEncoding;
  /** Possible encodings, most likely first; empty if the encoding is certain. */
  readonly readings: readonly TableReading[];
}

const READINGS_MAX = 4;
const SAMPLE_LENGTH = 60;
/** Control characters that don't occur in tables; they indicate binary data, or another encoding. */
const NO_TEXT = /[^\P{Cc}\t\n\v\f\r]/u;

/**
 * Decodes a CSV to text.
 * @param requestedEncoding encoding that the user has chosen
 * @throws TableFault TABLE_UNREADABLE
 */
export function tableText(bytes: Uint8Array, requestedEncoding?: TableEncoding): TableText {
  const guess = requestedEncoding === undefined ? certainEncoding(bytes) : undefined;
  if (guess !== undefined) return { text: textIn(guess, bytes), encoding: guess, readings: [] };
  const readings = offeredReadings(bytes);
  const encoding = requestedEncoding ?? readings[0]?.encoding;
  if (encoding === undefined) throw new TableFault('TABLE_UNREADABLE');
  return { text: textIn(encoding, bytes), encoding, readings };
}

/** Detects the encoding from the byte order mark, from zeros, or because the whole text is valid UTF-8. */
function certainEncoding(bytes: Uint8Array): TableEncoding | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const utf16 = utf16ByZeros(bytes);
  if (utf16 !== undefined) return utf16;
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  return isMarked || decodedIn('utf-8', bytes) !== null ? 'utf-8' : undefined;
}

const ZEROS_LOOKED_AT = 4096;

/** Detects UTF-16: separators, digits and line ends have a zero byte, always at the same position of the two bytes. */
function utf16ByZeros(bytes: Uint8Array): TableEncoding | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, ZEROS_LOOKED_AT).entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (bytes.length % 2 === 1 || Math.max(even, odd) < 4 || Math.min(even, odd) > 0) return undefined;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

/** Number of valid UTF-8 sequences per invalid byte from which a table counts as UTF-8 with a few damaged bytes. */
const UTF8_SHARE = 2;

function offeredReadings(bytes: Uint8Array): readonly TableReading[] {
  const likely = likelyReadings(bytes);
  const lines = (text: string): readonly string[] => text.split(/\r\n?|\n/);
  const at = lines(likely[0]?.text ?? '').findIndex((line) => /[^\0-\u007F]/.test(line));
  const offered = likely.slice(0, READINGS_MAX).map(({ page, text }) => ({
    encoding: page,
    name: CODE_PAGES[page],
    sample: (lines(text)[at] ?? '').slice(0, SAMPLE_LENGTH),
  }));
  const utf8 = new TextDecoder('utf-8').decode(bytes);
  const bad = countMatches(utf8, /\uFFFD/g);
  if (countMatches(utf8, /[^\0-\u007F\uFFFD]/g) < bad * UTF8_SHARE) return offered;
  const sample = lines(utf8).find((line) => line.includes('\uFFFD')) ?? '';
  const asUtf8 = { encoding: 'utf-8', name: 'UTF-8', sample: sample.slice(0, SAMPLE_LENGTH) } as const;
  return [asUtf8, ...offered.slice(0, READINGS_MAX - 1)];
}

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Decodes text in the given encoding; in UTF-8, replaces invalid bytes.
 * @throws TableFault
 */
function textIn(encoding: TableEncoding, bytes: Uint8Array): string {
  const text = encoding === 'utf-8' ? new TextDecoder().decode(bytes) : decodedIn(encoding, bytes);
  if (text === null || NO_TEXT.test(text)) throw new TableFault('TABLE_UNREADABLE');
  return text;
}
