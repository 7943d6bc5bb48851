import {
  CELL_MAX_LENGTH,
  RUN_ITEMS_MAX,
  RUN_ITEMS_PER_CALL,
  TABLE_MAX_BYTES,
  TABLE_PREVIEW_ROWS,
} from '@packshot/contract';
import type { NewRunItem, TableAnswer, TableMapping } from '@packshot/contract';
import { readCsv, TableFault } from '@packshot/contract/catalog/csv';
import type { Table } from '@packshot/contract/catalog/csv';
import {
  itemOfRow,
  ownColumnNames,
  suggestedMapping,
  withoutTitle,
} from '@packshot/contract/catalog/table-rows';
import type { Caller } from '../caller.ts';
import { DomainError } from '../domain-error.ts';
import { assertPermitted } from '../permissions.ts';
import type { RunDependencies } from './dependencies.ts';
import type { ReadWorkbook } from '../ports/workbook-reader.ts';
import { addRows, noteColumns } from './add-rows.ts';
import { lockDraft } from './lock-run.ts';

/** Rows with a problem that are named. */
const SHOWN = 100;

export interface TableOrder {
  readonly mapping?: TableMapping | undefined;
  /** The number of its first row; absent: behind those that are there. */
  readonly firstRow?: number | undefined;
  /** Nothing is added with a mapping either. */
  readonly isShownOnly?: boolean;
}

/**
 * Shows a table, or adds its rows to a draft, all or none; rows that are there already stay as they are. */
export async function addTable(
  { database, readWorkbook }: Pick<RunDependencies, 'database' | 'readWorkbook'>,
  caller: Caller,
  id: string,
  bytes: Uint8Array,
  { mapping: asked, firstRow, isShownOnly = false }: TableOrder,
): Promise<TableAnswer> {
  assertPermitted(caller, 'catalog.write');
  if (bytes.byteLength > TABLE_MAX_BYTES) throw new DomainError('TABLE_TOO_LARGE');
  const [columns = [], ...rows] = withoutTitle(await tableIn(bytes, readWorkbook));
  if (columns.length === 0 || rows.length === 0) throw new DomainError('TABLE_UNREADABLE');
  const mapping = asked ?? suggestedMapping(columns, rows);
  const problems: TableAnswer['problems'] = [];
  const items: NewRunItem[] = [];
  for (const [place, row] of rows.entries()) {
    const item = itemOfRow(row, columns, mapping);
    if (typeof item !== 'string') items.push(item);
    else if (problems.length < SHOWN) problems.push({ row: place + 1, message: item });
  }
  const { added, taken } = await database.transaction(async (stores) => {
    const run = await lockDraft(stores, caller, id);
    if (asked === undefined || isShownOnly) return { added: 0, taken: [] };
    const before = firstRow === undefined ? await stores.runs.countItems(id) : firstRow - 1;
    if (before + items.length > RUN_ITEMS_MAX) throw new DomainError('RUN_TOO_LARGE');
    const all: { added: number; taken: number[] } = { added: 0, taken: [] };
    for (let at = 0; at < items.length; at += RUN_ITEMS_PER_CALL) {
      const part = items.slice(at, at + RUN_ITEMS_PER_CALL);
      const { added: some, taken: others } = await addRows(stores.runs, run, before + at + 1, part);
      all.added += some;
      all.taken.push(...others);
    }
    if (all.added > 0) await noteColumns(stores.runs, run, [ownColumnNames(columns, mapping)]);
    return all;
  });
  const shown = (row: readonly string[]): string[] => row.map((cell) => cell.slice(0, CELL_MAX_LENGTH));
  return {
    columns: shown(columns),
    first_rows: rows.slice(0, TABLE_PREVIEW_ROWS).map(shown),
    rows: rows.length,
    usable: items.length,
    mapping,
    problems,
    added,
    taken: taken.slice(0, SHOWN),
  };
}

/** A ZIP, as every XLSX is; a CSV never begins like that. */
const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** The bytes decide, not the name. */
async function tableIn(bytes: Uint8Array, readWorkbook: ReadWorkbook): Promise<Table> {
  try {
    return isZip(bytes) ? await readWorkbook(bytes, RUN_ITEMS_MAX + 1) : readCsv(bytes, RUN_ITEMS_MAX + 1);
  } catch (error) {
    throw error instanceof TableFault ? new DomainError(error.code, { cause: error }) : error;
  }
}
