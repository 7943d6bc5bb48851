/**
 * Formats numbers as the spreadsheet displays them, as far as product tables need it: dates, article numbers with
 * leading zeros, and prices with trailing zeros.
 */
import { attribute, iterateTags } from './xml-tags.ts';

/** Display format of a cell; null for a plain number. */
export type CellFormat =
  | { readonly kind: 'date' }
  | { readonly kind: 'padded'; readonly digits: number }
  | { readonly kind: 'decimals'; readonly digits: number }
  | null;

/** Whether a built-in format id of the XLSX standard stands for a date or time. */
const isKnownDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
/** Built-in format ids of the XLSX standard for numbers and amounts of money with two decimals. */
const TWO_DECIMALS: ReadonlySet<number> = new Set([2, 4, 7, 8, 39, 40, 43, 44]);
const FORMAT_MAX_LENGTH = 255;

/** Reads the formats of a workbook, indexed by a cell's style number. */
export function formatsIn(xml: string): readonly CellFormat[] {
  const codes = new Map<number, string>();
  const formats: CellFormat[] = [];
  let areOfCells = false;
  for (const tag of iterateTags(xml)) {
    if (tag.name === 'numFmt')
      codes.set(Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode') ?? '');
    else if (tag.name === 'cellXfs') areOfCells = tag.kind === 'open';
    else if (tag.name === 'xf' && tag.kind !== 'close' && areOfCells)
      formats.push(toCellFormat(Number(attribute(tag, 'numFmtId') ?? 0), codes));
  }
  return formats;
}

function toCellFormat(id: number, codes: ReadonlyMap<number, string>): CellFormat {
  const code = codes.get(id);
  if (code === undefined) {
    if (TWO_DECIMALS.has(id)) return { kind: 'decimals', digits: 2 };
    return isKnownDate(id) ? { kind: 'date' } : null;
  }
  const [firstSection = ''] = code.slice(0, FORMAT_MAX_LENGTH).split(';', 1);
  if (/^0{2,20}$/.test(firstSection)) return { kind: 'padded', digits: firstSection.length };
  const bare = bareCode(firstSection);
  const decimals = /^[^0.]{0,20}0\.(0{1,15})[^0-9.%E#?]{0,20}$/.exec(bare)?.[1];
  if (decimals !== undefined) return { kind: 'decimals', digits: decimals.length };
  return /[dmyhs]/i.test(bare) && !/[0#?]/.test(bare.replace(/s[.,]0{1,3}/gi, '')) ? { kind: 'date' } : null;
}

/**
 * Closing character of each section of a format code that isn't a format: quoted text, and colors or languages in
 * brackets.
 */
const ENDS: Readonly<Record<string, string>> = { '"': '"', '[': ']' };

/** Removes quoted, escaped and bracketed sections from a format code. */
function bareCode(code: string): string {
  let bare = '';
  for (let at = 0; at < code.length; at++) {
    const character = code.charAt(at);
    const closing = ENDS[character];
    if (closing !== undefined) {
      const end = code.indexOf(closing, at + 1);
      at = end === -1 ? code.length : end;
    } else if ('\\_*'.includes(character)) at += 1;
    else bare += character;
  }
  return bare;
}

/** Number of digits to keep. Further digits come from floating-point storage, such as 19.989999999999998. */
const DIGITS = 15;
const DAY_S = 86_400;
/** The spreadsheet's day 0, in days since 1970, for both date systems. Spreadsheets treat 1900 as a leap year. */
const DAY_ZERO = { 1900: -25_569, 1904: -24_107 } as const;
/** First spreadsheet day number after the year 9999. */
const LAST_DAY = 2_958_466;

/**
 * Formats a number as text.
 * @param value the number as stored in the file
 */
export function numberText(value: string, format: CellFormat, epoch: 1900 | 1904): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  if (format?.kind === 'date' && number >= 0 && number < LAST_DAY) return dateText(number, epoch);
  if (format?.kind === 'padded' && Number.isSafeInteger(number) && number >= 0)
    return String(number).padStart(format.digits, '0');
  // A long article number may be stored in scientific notation, such as 4.006381333931E+12.
  if (/e/i.test(value) && Number.isSafeInteger(number)) return String(number);
  const text =
    value.replace(/[^\d]/g, '').length > DIGITS ? String(Number(number.toPrecision(DIGITS))) : value;
  return format?.kind === 'decimals' ? withDecimals(text, format.digits) : text;
}

/** Appends zeros until a number has a count of decimals. Keeps all decimals of a number that has more. */
function withDecimals(text: string, digits: number): string {
  const [, whole, decimals = ''] = /^(-?\d{1,15})(?:\.(\d{1,15}))?$/.exec(text) ?? [];
  return whole === undefined ? text : `${whole}.${decimals.padEnd(digits, '0')}`;
}

/** Formats a date as in ISO 8601; only the time if the number has no whole days. */
function dateText(days: number, epoch: 1900 | 1904): string {
  const seconds = Math.round(days * DAY_S);
  const isTime = seconds < DAY_S;
  // Spreadsheets count a February 29, 1900, which didn't exist, so earlier days are off by one.
  const early = epoch === 1900 && days < 60 ? 1 : 0;
  const text = new Date((DAY_ZERO[epoch] * DAY_S + early * DAY_S + seconds) * 1000).toISOString();
  const [day = '', time = ''] = text.slice(0, 19).split('T');
  if (isTime) return time;
  return seconds % DAY_S === 0 ? day : `${day} ${time}`;
}
