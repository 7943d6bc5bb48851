import { canonicalJson } from '@packshot/contract';
import { withColumns } from '@packshot/contract/catalog/manifest';
import type { RunStore } from './run-store.ts';
import type { StoredItem, StoredRun, NewItem } from './model.ts';

export interface AddedRows {
  readonly added: number;
  /** Row numbers that other rows already use. The rows sent with these numbers weren't added. */
  readonly taken: number[];
}

/**
 * Adds rows to a locked draft. Sending the same rows again adds nothing, since a response may have been lost. Row
 * numbers that another tab or program used meanwhile are reported in `taken`.
 */
export async function addRows(
  runs: RunStore,
  run: Pick<StoredRun, 'id' | 'userId'>,
  firstRow: number,
  items: readonly NewItem[],
): Promise<AddedRows> {
  const added = await runs.addItems(run, firstRow, items);
  if (added === items.length) return { added, taken: [] };
  const rows = items.map((_item, place) => firstRow + place);
  const occupiedRows = (await runs.itemsAt(run.id, rows)).flatMap((there) => {
    const newItem = items[there.row - firstRow];
    return newItem !== undefined && isSame(there, newItem) ? [] : [there.row];
  });
  return { added, taken: occupiedRows };
}

/**
 * Stores the table's column names in a locked draft, for the header of its manifest file.
 * @param rows column names of each row or table, in order
 */
export async function noteColumns(
  runs: RunStore,
  { id, ownColumns: before }: Pick<StoredRun, 'id' | 'ownColumns'>,
  rows: readonly (readonly string[])[],
): Promise<void> {
  let ownColumns = before;
  for (const names of rows) ownColumns = withColumns(ownColumns, names);
  if (ownColumns !== before) await runs.update(id, { ownColumns });
}

function isSame(there: StoredItem, newItem: NewItem): boolean {
  return (
    there.sku === newItem.sku &&
    there.variant === newItem.variant &&
    there.slot === newItem.slot &&
    canonicalJson(there.columns) === canonicalJson(newItem.columns) &&
    isFrom(there, newItem.source)
  );
}

function isFrom(there: StoredItem, source: NewItem['source']): boolean {
  if (source.kind === 'upload') return there.photoKey === source.key;
  if (source.kind === 'url') return there.sourceKind === 'url' && there.sourceName === source.url;
  if (source.kind === 'bucket') return there.bucketId === source.bucketId && there.sourceName === source.key;
  // A stored row matches a sent row that names the same file, even if that file has been uploaded in between.
  return ['file', 'upload'].includes(there.sourceKind) && there.sourceName === source.file_name;
}
