import { CELL_READ_LENGTH } from './limits.ts';
import { TableFault } from './table-fault.ts';
import { tableText } from './table-text.ts';

/** Maximum number of columns in a table. */
export const MAX_TABLE_COLUMNS = 100;
const SEPARATORS = [',', ';', '\t'] as const;

export type Table = readonly (readonly string[])[];

/** Appends text to a cell, until the cell has the maximum length that is read. */
export const withText = (cell: string, more: string): string =>
  cell.length < CELL_READ_LENGTH ? cell + more.slice(0, CELL_READ_LENGTH - cell.length) : cell;

/**
 * Reads a CSV (RFC 4180) separated by commas, semicolons or tabs. Empty lines are skipped.
 * @throws TableFault TABLE_UNREADABLE if it isn't text, or ends within quotes; TABLE_TOO_LARGE
 */
export function readCsv(bytes: Uint8Array, maxRows: number): Table {
  return readCsvText(tableText(bytes).text, maxRows);
}

/**
 * Reads a CSV from text instead of bytes.
 * @throws TableFault
 */
export function readCsvText(whole: string, maxRows: number): Table {
  const { separator, table: text } = splitSeparator(whole);
  // Old programs on Macs end lines with `\r` alone.
  const lineEnd = text.includes('\n') ? '\n' : '\r';
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
  const quote = charCode('"');
  const special = [quote, charCode('\r'), charCode(separator), charCode(lineEnd)];
  for (let at = 0; at < text.length; at += 1) {
    // Copies whole runs of characters, because copying single characters would be slow for a large cell.
    const from = at;
    if (isQuoted) while (at < text.length && text.charCodeAt(at) !== quote) at += 1;
    else while (at < text.length && !special.includes(text.charCodeAt(at))) at += 1;
    if (at > from) cell = withText(cell, text.slice(from, at));
    const character = text.charAt(at);
    if (isQuoted) {
      if (character === '"' && text.charAt(at + 1) === '"') {
        cell = withText(cell, '"');
        at += 1;
      } else isQuoted = character !== '"';
    } else if (character === '"') {
      if (cell === '') isQuoted = true;
      else cell = withText(cell, character);
    } else if (character === separator) endCell();
    else if (character === lineEnd) endRow();
  }
  if (isQuoted) throw new TableFault('TABLE_UNREADABLE');
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

const charCode = (character: string): number => character.charCodeAt(0);

/** Line that some spreadsheets write before a table to state its separator. */
const SEPARATOR_LINE = /^sep=([,;\t])(?:\r?\n|\r)/i;

/** Number of characters from the start of the text that are used to detect the separator. */
const TELLING_LENGTH = 65_536;
const TELLING_LINES = 10;
const QUOTED = /"[^"]*"/g;

/**
 * Finds the separator, and returns it with the table's text: the separator stated in the first line, or else the one
 * that most of the first lines contain equally often. Titles, prices and descriptions may contain other separators.
 */
function splitSeparator(text: string): { readonly separator: string; readonly table: string } {
  const [stated, separator] = SEPARATOR_LINE.exec(text) ?? [];
  if (stated !== undefined && separator !== undefined) return { separator, table: text.slice(stated.length) };
  const lines = text
    .slice(0, TELLING_LENGTH)
    .replace(QUOTED, '')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, TELLING_LINES);
  const [best] = SEPARATORS.map((each) => ({ each, ...agreement(lines, each) })).toSorted(
    (x, y) => y.lines - x.lines || y.columns - x.columns,
  );
  return { separator: best?.each ?? ',', table: text };
}

/** Number of lines that contain the separator equally often, and how often they contain it. */
function agreement(
  lines: readonly string[],
  separator: string,
): { readonly lines: number; readonly columns: number } {
  const linesByCount = Map.groupBy(
    lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0),
    (count) => count,
  );
  let best = { lines: 0, columns: 0 };
  for (const [columns, { length }] of linesByCount)
    if (length > best.lines || (length === best.lines && columns > best.columns))
      best = { lines: length, columns };
  return best;
}

const FORMULA = /^[=+\-@\t\r]/;

/**
 * Formats a CSV cell (RFC 4180). Prefixes possible formulas, but not numbers, with an apostrophe, which makes them
 * text: cells contain untrusted tables and names.
 */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`;
