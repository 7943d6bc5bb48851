import { RUN_ITEMS_MAX, RUN_ITEMS_PER_CALL, TABLE_MAX_BYTES } from '@packshot/contract';
import type { TableAnswer, TableMapping } from '@packshot/contract';
import { TableFault } from '@packshot/contract/catalog/table-fault';
import { TABLE_PROBLEMS_SHOWN } from '@packshot/contract/catalog/survey-table';
import type { SurveyedTable } from '@packshot/contract/catalog/survey-table';
import type { TableEncoding } from '@packshot/contract/catalog/table-text';
import type { Caller } from '../platform/access/caller.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { RunDependencies } from './dependencies.ts';
import { addRows, noteColumns } from './add-rows.ts';
import { lockDraft } from './lock-run.ts';

export interface TableOrder {
  readonly mapping?: TableMapping | undefined;
  /** Character encoding of a CSV file; by default it is detected. */
  readonly encoding?: TableEncoding | undefined;
  /** Row number of the table's first row; by default the one after existing rows. */
  readonly firstRow?: number | undefined;
  /** True to only preview the table and add nothing, even if a column mapping is given. */
  readonly isShownOnly?: boolean;
}

/** Previews a table file or adds its rows to a draft, either all or none; existing rows stay unchanged. */
export async function addTable(
  { database, readTable }: Pick<RunDependencies, 'database' | 'readTable'>,
  caller: Caller,
  id: string,
  bytes: Uint8Array,
  { mapping, encoding, firstRow, isShownOnly = false }: TableOrder,
): Promise<TableAnswer> {
  assertPermitted(caller, 'catalog.write');
  if (bytes.byteLength > TABLE_MAX_BYTES) throw new DomainError('TABLE_TOO_LARGE');
  const read = readTable(bytes, { mapping, encoding, owner: caller.organizationId });
  const { survey, ownColumns, items } = await orRefusal(read);
  const { added, taken } = await database.transaction(async (stores) => {
    const run = await lockDraft(stores, caller, id);
    if (mapping === undefined || isShownOnly) return { added: 0, taken: [] };
    const before = firstRow === undefined ? await stores.runs.countItems(id) : firstRow - 1;
    if (before + items.length > RUN_ITEMS_MAX) throw new DomainError('RUN_TOO_LARGE');
    const all: { added: number; taken: number[] } = { added: 0, taken: [] };
    for (let at = 0; at < items.length; at += RUN_ITEMS_PER_CALL) {
      const part = items.slice(at, at + RUN_ITEMS_PER_CALL);
      const { added: some, taken: others } = await addRows(stores.runs, run, before + at + 1, part);
      all.added += some;
      all.taken.push(...others);
    }
    if (all.added > 0) await noteColumns(stores.runs, run, [ownColumns]);
    return all;
  });
  return { ...survey, added, taken: taken.slice(0, TABLE_PROBLEMS_SHOWN) };
}

async function orRefusal(read: Promise<SurveyedTable>): Promise<SurveyedTable> {
  try {
    return await read;
  } catch (error) {
    throw error instanceof TableFault ? new DomainError(error.code, { cause: error }) : error;
  }
}
