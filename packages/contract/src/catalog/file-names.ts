import { CATALOG_MESSAGES } from './messages.ts';
import { FILE_NAME_MAX_LENGTH, NAME_PATTERN_MAX_LENGTH } from './limits.ts';
import { boundedText } from '../bounded-text.ts';

/** How an output’s file is called: `{sku}_{slot}_{channel}.{ext}`. */
export const DEFAULT_NAME_PATTERN = '{sku}_{slot}_{channel}.{ext}';

const PLACEHOLDERS = ['sku', 'variant', 'slot', 'channel', 'row', 'ext'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/** A run of plain characters, or a placeholder, or one for a column of the table. */
const PART = /[A-Za-z0-9 ._-]+|\{(?:sku|variant|slot|channel|row|ext)\}|\{column:[^{}]{1,40}\}/g;

const COLUMN = '{column:';

/** Where a file’s name is made from. */
export interface NamedItem {
  /** From 1. */
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

/** What a file of a run is, by the ending that it was given here; of a manifest and a picture alike. */
const DELIVERED_TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(EXTENSIONS).map(([format, ending]) => [ending, `image/${format}`])),
  csv: 'text/csv; charset=utf-8',
};

/** What a bucket is told that a file is. */
export const getDeliveredType = (name: string): string =>
  DELIVERED_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

export const namePatternSchema = boundedText(NAME_PATTERN_MAX_LENGTH, CATALOG_MESSAGES.invalidNamePattern)
  .refine((pattern) => splitPattern(pattern) !== null, CATALOG_MESSAGES.invalidNamePattern)
  .refine((pattern) => /[^.]\.\{ext\}$/.test(pattern), CATALOG_MESSAGES.patternWithoutExtension);

/** The parts of a pattern; null when something in it is none. */
function splitPattern(pattern: string): readonly string[] | null {
  const parts = pattern.match(PART) ?? [];
  return parts.join('') === pattern && parts.length > 0 ? parts : null;
}

/** Names that Windows keeps for devices, whatever their extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

const SEPARATORS = ' ._-';

/** Without these characters at its ends. */
function without(characters: string, text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && characters.includes(text.charAt(start))) start += 1;
  while (end > start && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** What a text becomes in a file name: letters of any script and digits stay, anything else is a hyphen; none at its ends. */
export const fileNamePart = (text: string): string =>
  without(
    '-.',
    text
      .slice(0, FILE_NAME_MAX_LENGTH)
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-'),
  );

/**
 * The file name of one output of one item. The same item and output always have the same name. What is empty leaves no
 * separator behind, no name leads to another folder, and one that is too long is cut before its extension.
 */
export function outputFileName(output: NamedOutput, item: NamedItem): string {
  const extension = EXTENSIONS[output.format];
  const values: Readonly<Record<Placeholder, string>> = {
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
  values: Readonly<Record<Placeholder, string>>,
  columns: NamedItem['columns'],
): string {
  if (!part.startsWith('{')) return part;
  if (part.startsWith(COLUMN)) return fileNamePart(columns[part.slice(COLUMN.length, -1)] ?? '');
  return values[part.slice(1, -1) as Placeholder];
}

/** To so many UTF-16 units, and no half of a character. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
