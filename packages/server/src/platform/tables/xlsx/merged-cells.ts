/** Fills in cells that are merged over several rows, whose value the file stores only in the first row. */
import { TableFault } from '@packshot/contract/catalog/table-fault';
import { attribute } from './xml-tags.ts';
import type { Tag } from './xml-tags.ts';

export interface MergedCell {
  /** Starts at 0. */
  readonly column: number;
  /** Row numbers of the sheet. */
  readonly firstRow: number;
  readonly lastRow: number;
}

const REFERENCE = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/;
/** Far more than a table of 10,000 rows needs; stops malicious files. */
const MOST_LOOKS = 200_000;

/** Returns undefined for a cell of a single row. */
export function mergedCell(
  tag: Tag,
  parseColumn: (cell: string) => number | undefined,
): MergedCell | undefined {
  const [, letters = '', first = '', last = ''] = REFERENCE.exec(attribute(tag, 'ref') ?? '') ?? [];
  const column = parseColumn(letters);
  if (column === undefined || Number(first) >= Number(last)) return undefined;
  return { column, firstRow: Number(first), lastRow: Number(last) };
}

/**
 * Fills the rows in place.
 * @param numbers sheet numbers of the rows, in order
 * @param roomLength number of characters that may be added
 * @throws TableFault
 */
export function fillMerged(
  rows: readonly string[][],
  numbers: readonly number[],
  merged: readonly MergedCell[],
  roomLength: number,
): void {
  const placeByRow = new Map(numbers.map((number, place) => [number, place]));
  let [looks, remaining] = [0, roomLength];
  for (const { column, firstRow, lastRow } of merged) {
    const from = placeByRow.get(firstRow);
    const value = from === undefined ? undefined : rows[from]?.[column];
    if (from === undefined || value === undefined || value === '') continue;
    for (let place = from + 1; place < rows.length && (numbers[place] ?? Infinity) <= lastRow; place++) {
      looks += 1;
      if (looks > MOST_LOOKS) return;
      const row = rows[place];
      if (row === undefined) continue;
      while (row.length < column) row.push('');
      if ((row[column] ?? '') !== '') continue;
      remaining -= value.length;
      if (remaining < 0) throw new TableFault('TABLE_TOO_LARGE');
      row[column] = value;
    }
  }
}
