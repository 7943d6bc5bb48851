/**
 * Copies the value of a cell that is merged over several rows into each of these rows. The file stores it only in the
 * first one.
 */
import { TableFault } from '@packshot/contract/catalog/table-fault';
import { attribute } from './xml-tags.ts';
import type { Tag } from './xml-tags.ts';

export interface MergedCell {
  /** Column number, starting at 0. */
  readonly column: number;
  /** First of the sheet's row numbers that the cell spans. */
  readonly firstRow: number;
  readonly lastRow: number;
}

const REFERENCE = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/;
/**
 * Maximum number of rows that are examined for merged cells, far more than a table of 10,000 rows needs; stops
 * malicious files.
 */
const MOST_LOOKS = 200_000;

/** Reads a merged cell from its tag. Returns undefined if the cell spans a single row or its reference is invalid. */
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
 * Copies values of merged cells into the rows, in place.
 * @param numbers the sheet's row numbers of `rows`, in order
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
