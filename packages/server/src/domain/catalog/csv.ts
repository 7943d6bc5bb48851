import { DomainError } from '../domain-error.ts';

/** More columns than any table of products has. */
const MAX_COLUMNS = 100;
const SEPARATORS = [',', ';', '\t'] as const;

/** What a CSV is read into: cells as text. */
export type Table = readonly (readonly string[])[];

/**
 * Reads a CSV (RFC 4180), whichever separator its first line has: comma, semicolon or tab. Empty lines are left out.
 * @throws DomainError TABLE_UNREADABLE for what is no text in UTF-8, or ends within quotes; TABLE_TOO_LARGE
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
    if (row.length > MAX_COLUMNS) throw new DomainError('TABLE_TOO_LARGE');
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each.trim() !== '')) rows.push(row);
    row = [];
    if (rows.length > maxRows) throw new DomainError('TABLE_TOO_LARGE');
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
  if (isQuoted) throw new DomainError('TABLE_UNREADABLE');
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

function decoded(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.includes('\0')) throw new DomainError('TABLE_UNREADABLE');
    return text;
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError('TABLE_UNREADABLE', { cause: error });
  }
}

/** Of the first line, the one that there is most of. */
function separatorOf(text: string): string {
  const end = text.indexOf('\n');
  const line = end === -1 ? text : text.slice(0, end);
  const countOf = (separator: string): number => line.split(separator).length;
  return SEPARATORS.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ',';
}
