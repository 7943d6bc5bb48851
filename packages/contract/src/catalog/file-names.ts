import { CATALOG_MESSAGES } from './messages.ts';
import { FILE_NAME_MAX_LENGTH, NAME_PATTERN_MAX_LENGTH } from './limits.ts';
import { boundedText } from '../bounded-text.ts';

export const DEFAULT_NAME_PATTERN = '{sku}_{slot}_{channel}.{ext}';

const PLACEHOLDERS = ['sku', 'variant', 'slot', 'channel', 'row', 'ext'] as const;
type FileNamePlaceholder = (typeof PLACEHOLDERS)[number];

/** Matches a part of a file name pattern: plain characters, or a placeholder, which may name a column of the table. */
const PART = /[A-Za-z0-9 ._-]+|\{(?:sku|variant|slot|channel|row|ext)\}|\{column:[^{}]{1,40}\}/g;

const COLUMN = '{column:';

export interface NamedItem {
  /** Number of the row in the run, from 1. */
  readonly row: number;
  readonly sku: string;
  readonly variant: string;
  readonly slot: string;
  readonly columns: Readonly<Record<string, string>>;
}

export interface NamedOutput {
  readonly id: string;
  readonly name_pattern: string;
  readonly format: OutputFormat;
}

export const OUTPUT_FORMATS = ['png', 'jpeg', 'webp', 'avif'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export const EXTENSIONS: Readonly<Record<OutputFormat, string>> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  avif: 'avif',
};

const DELIVERED_TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(EXTENSIONS).map(([format, ending]) => [ending, `image/${format}`])),
  csv: 'text/csv; charset=utf-8',
};

/** Media type of a file in a bucket, by the extension of its name. */
export const getDeliveredType = (name: string): string =>
  DELIVERED_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

export const namePatternSchema = boundedText(NAME_PATTERN_MAX_LENGTH, CATALOG_MESSAGES.invalidNamePattern)
  .refine((pattern) => splitPattern(pattern) !== null, CATALOG_MESSAGES.invalidNamePattern)
  .refine((pattern) => /[^.]\.\{ext\}$/.test(pattern), CATALOG_MESSAGES.patternWithoutExtension);

/** Splits a pattern into parts; returns null if a part is invalid. */
function splitPattern(pattern: string): readonly string[] | null {
  const parts = pattern.match(PART) ?? [];
  return parts.join('') === pattern && parts.length > 0 ? parts : null;
}

/** Names that Windows reserves for devices, with any extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

const SEPARATORS = ' ._-';

function without(characters: string, text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && characters.includes(text.charAt(start))) start += 1;
  while (end > start && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/**
 * Makes text safe for a file name: keeps letters and digits of any script, dots, hyphens and underscores, replaces
 * others by a hyphen, and removes hyphens and dots at its ends.
 */
export const fileNamePart = (text: string): string =>
  without(
    '-.',
    text
      .slice(0, FILE_NAME_MAX_LENGTH)
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-'),
  );

/**
 * File name of an item's output; stable for the same item and output. Empty values leave no separator, names can't lead
 * to another folder, and long names are cut before the extension.
 */
export function outputFileName(output: NamedOutput, item: NamedItem): string {
  const extension = EXTENSIONS[output.format];
  const values: Readonly<Record<FileNamePlaceholder, string>> = {
    sku: fileNamePart(item.sku),
    variant: fileNamePart(item.variant),
    slot: fileNamePart(item.slot),
    channel: fileNamePart(output.id),
    row: String(item.row),
    ext: '',
  };
  let filled = '';
  for (const part of splitPattern(output.name_pattern) ?? []) {
    const value = getPartValue(part, values, item.columns);
    const isGone = value === '' && part !== '{ext}' && SEPARATORS.includes(filled.slice(-1));
    filled = isGone ? filled.slice(0, -1) : filled + value;
  }
  const stem = without(
    SEPARATORS,
    cut(without(SEPARATORS, filled), FILE_NAME_MAX_LENGTH - extension.length - 2),
  );
  const usable = stem === '' ? `row-${item.row}` : stem;
  return `${DEVICES.test(usable) ? `${usable}_` : usable}.${extension}`;
}

function getPartValue(
  part: string,
  values: Readonly<Record<FileNamePlaceholder, string>>,
  columns: NamedItem['columns'],
): string {
  if (!part.startsWith('{')) return part;
  if (part.startsWith(COLUMN)) return fileNamePart(columns[part.slice(COLUMN.length, -1)] ?? '');
  return values[part.slice(1, -1) as FileNamePlaceholder];
}

/** Truncates to a number of UTF-16 units without splitting a character. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
