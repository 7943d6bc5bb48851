/** Reads the rows of a table as photos of a run; shared by the server and the command line. */
import { readCsvText } from './csv.ts';
import type { Table } from './csv.ts';
import { TableFault } from './table-fault.ts';
import { tableNotices } from './table-notices.ts';
import { tableText } from './table-text.ts';
import type { TableEncoding, TableReading } from './table-text.ts';
import type { NewRunItem } from './items.ts';
import { CELL_MAX_LENGTH, TABLE_PREVIEW_ROWS } from './limits.ts';
import { itemOfRow, ownColumnNames, suggestedMapping, withoutTitle } from './table-rows.ts';
import type { TableAnswer, TableMapping } from './tables.ts';

export const TABLE_PROBLEMS_SHOWN = 100;

/** Answer to a preview of the table, which adds no rows to the run. */
export type TableSurvey = Omit<TableAnswer, 'added' | 'taken'>;

export interface SurveyedTable {
  readonly survey: TableSurvey;
  readonly ownColumns: readonly string[];
  readonly items: readonly NewRunItem[];
}

/** Table as read, with the encoding that was used. */
export interface ReadTable {
  readonly table: Table;
  /** Encoding of a CSV; null for an XLSX, which states its own. */
  readonly encoding: TableEncoding | null;
  readonly readings: readonly TableReading[];
}

/** @throws TableFault */
export function csvTable(bytes: Uint8Array, maxRows: number, encoding?: TableEncoding): ReadTable {
  const { text, ...read } = tableText(bytes, encoding);
  return { ...read, table: readCsvText(text, maxRows) };
}

/**
 * Turns the rows of a table into photos of a run, and lists unusable rows.
 * @param mapping by default suggested from the columns' names and cells
 * @throws TableFault TABLE_UNREADABLE for a table without rows
 */
export function surveyTable({ table, encoding, readings }: ReadTable, mapping?: TableMapping): SurveyedTable {
  const [columns = [], ...rows] = withoutTitle(table);
  if (columns.length === 0 || rows.length === 0) throw new TableFault('TABLE_UNREADABLE');
  const used = mapping ?? suggestedMapping(columns, rows);
  const problems: TableAnswer['problems'] = [];
  const items: NewRunItem[] = [];
  for (const [place, row] of rows.entries()) {
    const item = itemOfRow(row, columns, used);
    if (typeof item !== 'string') items.push(item);
    else if (problems.length < TABLE_PROBLEMS_SHOWN) problems.push({ row: place + 1, message: item });
  }
  const truncateCells = (row: readonly string[]): string[] =>
    row.map((cell) => cell.slice(0, CELL_MAX_LENGTH));
  const survey: TableSurvey = {
    columns: truncateCells(columns),
    first_rows: rows.slice(0, TABLE_PREVIEW_ROWS).map(truncateCells),
    rows: rows.length,
    usable: items.length,
    mapping: used,
    problems,
    encoding,
    readings: [...readings],
    notices: [...tableNotices(columns, rows, used.sku)],
  };
  return { survey, ownColumns: ownColumnNames(columns, used), items };
}
