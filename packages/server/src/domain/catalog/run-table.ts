import {
  CELL_MAX_LENGTH,
  newItemSchema,
  OWN_COLUMNS_MAX,
  RUN_ITEMS_MAX,
  RUN_ITEMS_PER_CALL,
  TABLE_MAX_BYTES,
  TABLE_PREVIEW_ROWS,
} from '@packshot/contract';
import type { ColumnRole, NewRunItem, TableAnswer, TableMapping } from '@packshot/contract';
import type { Caller } from '../caller.ts';
import { DomainError } from '../domain-error.ts';
import { assertPermitted } from '../permissions.ts';
import { readCsv } from './csv.ts';
import type { Table } from './csv.ts';
import type { RunDependencies } from './dependencies.ts';
import { lockDraft } from './lock-run.ts';

/** Rows with a problem that are named. */
const SHOWN = 100;

/** What columns are called that we read. */
const NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  sku: ['sku', 'id', 'article', 'article number', 'item', 'artikelnummer', 'product', 'handle'],
  variant: ['variant', 'color', 'option'],
  slot: ['slot', 'view', 'position', 'angle'],
  file: ['file', 'filename', 'file name', 'image', 'photo', 'picture'],
  url: ['url', 'image url', 'image_url', 'link', 'image link', 'image_link', 'src', 'image src'],
};

/** Shows a table, or adds its rows behind those of a draft, all or none. */
export async function addTable(
  { database }: Pick<RunDependencies, 'database'>,
  caller: Caller,
  id: string,
  bytes: Uint8Array,
  asked: TableMapping | undefined,
): Promise<TableAnswer> {
  assertPermitted(caller, 'catalog.write');
  if (bytes.byteLength > TABLE_MAX_BYTES) throw new DomainError('TABLE_TOO_LARGE');
  const [columns = [], ...rows]: Table = readCsv(bytes, RUN_ITEMS_MAX + 1);
  if (columns.length === 0 || rows.length === 0) throw new DomainError('TABLE_UNREADABLE');
  const mapping = asked ?? suggestedMapping(columns);
  const problems: TableAnswer['problems'] = [];
  const items: NewRunItem[] = [];
  for (const [place, row] of rows.entries()) {
    const item = itemOf(row, columns, mapping);
    if (typeof item !== 'string') items.push(item);
    else if (problems.length < SHOWN) problems.push({ row: place + 1, message: item });
  }
  const added = await database.transaction(async (stores) => {
    const run = await lockDraft(stores, caller, id);
    if (asked === undefined) return 0;
    const before = await stores.runs.countItems(id);
    if (before + items.length > RUN_ITEMS_MAX) throw new DomainError('RUN_TOO_LARGE');
    for (let at = 0; at < items.length; at += RUN_ITEMS_PER_CALL) {
      await stores.runs.addItems(run, before + at + 1, items.slice(at, at + RUN_ITEMS_PER_CALL));
    }
    return items.length;
  });
  const shown = (row: readonly string[]): string[] => row.map((cell) => cell.slice(0, CELL_MAX_LENGTH));
  return {
    columns: shown(columns),
    first_rows: rows.slice(0, TABLE_PREVIEW_ROWS).map(shown),
    rows: rows.length,
    mapping,
    problems,
    added,
  };
}

function suggestedMapping(columns: readonly string[]): TableMapping {
  const names = columns.map((name) => name.trim().toLowerCase());
  const find = (role: ColumnRole): number | null => {
    const place = NAMES[role].map((name) => names.indexOf(name)).find((at) => at !== -1);
    return place ?? null;
  };
  const roles = {
    sku: find('sku'),
    variant: find('variant'),
    slot: find('slot'),
    file: find('file'),
    url: find('url'),
  };
  const taken = Object.values(roles);
  const own = columns.map((_name, place) => place).filter((place) => !taken.includes(place));
  return { ...roles, own: own.slice(0, OWN_COLUMNS_MAX) };
}

/** A row as an item, or what is wrong with it. */
function itemOf(
  row: readonly string[],
  columns: readonly string[],
  mapping: TableMapping,
): NewRunItem | string {
  const cell = (place: number | null): string => (place === null ? '' : (row[place] ?? '').trim());
  const [file, url] = [cell(mapping.file), cell(mapping.url)];
  if (file === '' && url === '') return 'This row has neither a file nor an address.';
  const own = mapping.own.map((place) => [nameOf(columns, place), cell(place)] as const);
  const parsed = newItemSchema.safeParse({
    sku: cell(mapping.sku) || stemOf(file || url),
    variant: cell(mapping.variant),
    slot: cell(mapping.slot),
    columns: Object.fromEntries(own.filter(([, value]) => value !== '')),
    source: url === '' ? { kind: 'file', file_name: file } : { kind: 'url', url },
  });
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? 'This row cannot be used.');
}

const nameOf = (columns: readonly string[], place: number): string =>
  (columns[place] ?? '').trim().slice(0, 40) || `column ${place + 1}`;

/** The last part of a path or an address, without what comes after its last dot. */
function stemOf(path: string): string {
  const name = path.split(/[/\\?#]/).find((_part, at, parts) => at === lastNamed(parts)) ?? path;
  const dot = name.lastIndexOf('.');
  return (dot > 0 ? name.slice(0, dot) : name).slice(0, 100);
}

/** Of the parts before any query, the last that says something. */
const lastNamed = (parts: readonly string[]): number => parts.findLastIndex((part) => part.includes('.'));
