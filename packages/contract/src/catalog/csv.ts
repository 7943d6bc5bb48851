import { CATALOG_MESSAGES } from './messages.ts';

/** More columns than any table of products has. */
export const MAX_TABLE_COLUMNS = 100;
const SEPARATORS = [',', ';', '\t'] as const;

/** A table that cannot be read, or is larger than a run. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
  readonly code: 'TABLE_UNREADABLE' | 'TABLE_TOO_LARGE';
  constructor(code: TableFault['code']) {
    super(code === 'TABLE_UNREADABLE' ? CATALOG_MESSAGES.tableUnreadable : CATALOG_MESSAGES.tableTooLarge);
    this.code = code;
  }
}

/** What a table is read into: cells as text. */
export type Table = readonly (readonly string[])[];

/**
 * Reads a CSV (RFC 4180), whichever separator its first line has: comma, semicolon or tab. Empty lines are left out.
 * @throws TableFault TABLE_UNREADABLE for what is no text in UTF-8, or ends within quotes; TABLE_TOO_LARGE
 */
export function readCsv(bytes: Uint8Array, maxRows: number): Table {
  const text = decoded(bytes);
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
    if (row.length > MAX_TABLE_COLUMNS) throw new TableFault('TABLE_TOO_LARGE');
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each.trim() !== '')) rows.push(row);
    row = [];
    if (rows.length > maxRows) throw new TableFault('TABLE_TOO_LARGE');
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  if (isQuoted) throw new TableFault('TABLE_UNREADABLE');
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

function decoded(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.includes('\0')) throw new TableFault('TABLE_UNREADABLE');
    return text;
  } catch (error) {
    throw error instanceof TableFault ? error : new TableFault('TABLE_UNREADABLE');
  }
}

/** Of the first line, the one that there is most of. */
function separatorOf(text: string): string {
  const end = text.indexOf('\n');
  const line = end === -1 ? text : text.slice(0, end);
  const countOf = (separator: string): number => line.split(separator).length;
  return SEPARATORS.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ',';
}

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A cell of a CSV (RFC 4180). What a spreadsheet would run as a formula begins with an apostrophe, which makes it text: cells
 * come from tables and names that somebody else may have written.
 */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`;
