import { OWN_COLUMNS_MAX } from './limits.ts';
import { newItemSchema } from './items.ts';
import type { NewRunItem } from './items.ts';
import type { ColumnRole, TableMapping } from './tables.ts';

/** What columns are called that we read. */
const NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  sku: ['sku', 'id', 'article', 'article number', 'item', 'artikelnummer', 'product', 'handle'],
  variant: ['variant', 'color', 'option'],
  slot: ['slot', 'view', 'position', 'angle'],
  file: ['file', 'filename', 'file name', 'image', 'photo', 'picture'],
  url: ['url', 'image url', 'image_url', 'link', 'image link', 'image_link', 'src', 'image src'],
};

/** What each column is, as its name says. */
export function suggestedMapping(columns: readonly string[]): TableMapping {
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

/** A row as an item, or what is wrong with it, for people. */
export function itemOfRow(
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

/** An address alone as an item, called like its file. */
export const itemOfAddress = (url: string): NewRunItem => ({
  sku: stemOf(url),
  variant: '',
  slot: '',
  columns: {},
  source: { kind: 'url', url },
});

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
