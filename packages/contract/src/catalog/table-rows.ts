import { t } from '../text/translation.ts';
import { CELL_MAX_LENGTH, CELL_READ_LENGTH, OWN_COLUMNS_MAX } from './limits.ts';
import type { Table } from './csv.ts';
import { newItemSchema } from './items.ts';
import type { NewRunItem } from './items.ts';
import type { ColumnRole, TableMapping } from './tables.ts';

/** Known names of columns by role, in lower case, with a space for dots, dashes and underscores. */
const NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  sku: [
    'sku',
    'variant sku',
    'product sku',
    'id',
    'article',
    'article number',
    'article no',
    'article nr',
    'item',
    'item number',
    'item no',
    'item nr',
    'item #',
    'item code',
    'item id',
    'artikelnummer',
    'artikelnr',
    'artikel nr',
    'artikel',
    'art nr',
    'art no',
    'product number',
    'product no',
    'product code',
    'product id',
    'style',
    'style number',
    'style no',
    'style code',
    'product',
    'handle',
  ],
  variant: ['variant', 'variante', 'color', 'farbe', 'option'],
  slot: ['slot', 'view', 'ansicht', 'position', 'image position', 'angle'],
  file: [
    'file',
    'filename',
    'file name',
    'image',
    'image file',
    'image filename',
    'image file name',
    'image name',
    'photo',
    'photo file',
    'photo filename',
    'photo file name',
    'photo name',
    'picture',
    'picture file',
    'datei',
    'dateiname',
    'bild',
    'bilddatei',
    'bildname',
    'foto',
    'fotodatei',
  ],
  url: ['url', 'image url', 'photo url', 'picture url', 'link', 'image link', 'src', 'image src', 'bild url'],
};

/** Normalizes a column name to the form of those in `NAMES`. */
const plainName = (name: string): string =>
  toLine(name)
    .toLowerCase()
    .replaceAll(/[.\-_ ]+/g, ' ')
    .trim();

/** Number of rows examined to detect the content of a column. */
const TELLING_ROWS = 200;
const PICTURE = /\.(?:png|jpe?g|jpe|jfif|heic|heif|webp|avif|tiff?)(?:\?|$)/i;

/** Indices of the columns in which most of the nonempty cells name pictures. */
function pictureColumns(columns: readonly string[], rows: Table): readonly number[] {
  const telling = rows.slice(0, TELLING_ROWS);
  return columns.flatMap((_name, place) => {
    const cells = telling.map((row) => toLine(row[place] ?? '')).filter((cell) => cell !== '');
    return cells.filter((cell) => PICTURE.test(cell)).length * 2 > cells.length ? [place] : [];
  });
}

/** Suggested role of each column by its name; the role of the file column also depends on its cells. */
export function suggestedMapping(columns: readonly string[], rows: Table = []): TableMapping {
  const names = columns.map(plainName);
  const find = (role: ColumnRole): number | null => {
    const place = NAMES[role].map((name) => names.indexOf(name)).find((at) => at !== -1);
    return place ?? null;
  };
  const url = find('url');
  const fileColumn = find('file');
  // If a column has addresses, a file column isn't necessary. Otherwise the cells decide, because column names may be
  // misleading.
  const pictures = url === null ? pictureColumns(columns, rows) : [];
  const file =
    fileColumn !== null && pictures.includes(fileColumn) ? fileColumn : (pictures[0] ?? fileColumn);
  const other = (role: 'sku' | 'variant' | 'slot'): number | null => {
    const place = find(role);
    return place === file ? null : place;
  };
  const roles = { sku: other('sku'), variant: other('variant'), slot: other('slot'), file, url };
  const usedColumns = Object.values(roles);
  const own = columns.map((_name, place) => place).filter((place) => !usedColumns.includes(place));
  return { ...roles, own: own.slice(0, OWN_COLUMNS_MAX) };
}

const TITLE_LINES = 10;

/** Removes the table's title: lines with a single cell before the line with the column names. */
export function withoutTitle(table: Table): Table {
  const cells = table.slice(0, TITLE_LINES + 1).map((row) => row.filter((cell) => cell.trim() !== '').length);
  const head = cells.findIndex((count) => count > 1);
  return head > 0 ? table.slice(head) : table;
}

/** Invisible characters that text copied from web pages or mails contains. */
const STRAY = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
/** Shortens a cell to one line, because line breaks and long descriptions are no reason to refuse its row. */
const toLine = (text: string): string =>
  text
    .slice(0, CELL_READ_LENGTH)
    .replace(STRAY, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
const toStoredText = (text: string): string => wellFormed(toLine(text).slice(0, CELL_MAX_LENGTH)).trim();
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '');

/** Converts a table row to a row of the run, or returns a user-facing problem. */
export function itemOfRow(
  row: readonly string[],
  columns: readonly string[],
  mapping: TableMapping,
): NewRunItem | string {
  const cell = (place: number | null): string => (place === null ? '' : toLine(row[place] ?? ''));
  const fileCell = cell(mapping.file);
  // The file column may hold addresses, because exports of shops mix names and addresses in one column.
  const isAddress = /^https?:\/\//i.test(fileCell);
  const [file, url] = [isAddress ? '' : fileCell, cell(mapping.url) || (isAddress ? fileCell : '')];
  if (file === '' && url === '') return t('This row has no file name or URL.');
  const own = mapping.own.map(
    (place) => [getColumnName(columns, place), toStoredText(row[place] ?? '')] as const,
  );
  const parsed = newItemSchema.safeParse({
    sku: cell(mapping.sku) || getStem(file || url),
    variant: cell(mapping.variant),
    slot: cell(mapping.slot),
    columns: Object.fromEntries(own.filter(([, value]) => value !== '')),
    source: url === '' ? { kind: 'file', file_name: file } : { kind: 'url', url },
  });
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? t('This row cannot be used.'));
}

export const ownColumnNames = (columns: readonly string[], { own }: TableMapping): readonly string[] =>
  own.toSorted((a, b) => a - b).map((place) => getColumnName(columns, place));

/** Row for a photo address without other data; its SKU is the file name in the address. */
export const itemOfAddress = (url: string): NewRunItem => ({
  sku: getStem(url),
  variant: '',
  slot: '',
  columns: {},
  source: { kind: 'url', url },
});

const getColumnName = (columns: readonly string[], place: number): string =>
  wellFormed(toLine(columns[place] ?? '').slice(0, 40)).trim() || `column ${place + 1}`;

/** Last segment with a dot of a path or an address, without its extension; the whole text if no segment has a dot. */
function getStem(path: string): string {
  const name = path.split(/[/\\?#]/).find((_part, at, parts) => at === lastNamed(parts)) ?? path;
  const dot = name.lastIndexOf('.');
  return (dot > 0 ? name.slice(0, dot) : name).slice(0, 100);
}

const lastNamed = (parts: readonly string[]): number => parts.findLastIndex((part) => part.includes('.'));
