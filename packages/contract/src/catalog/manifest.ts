/** Manifest of a run: CSV with the outcome of each photo, written in the same form by the server and the command line. */
import { csvLine } from './csv.ts';
import type { Recipe } from './recipe.ts';

const COLUMNS = [
  'row',
  'sku',
  'variant',
  'slot',
  'source',
  'state',
  'reason',
  'score',
  'output',
  'file',
  'width',
  'height',
  'enlarged_percent',
  'bytes',
  'sha256',
  'unsigned_sha256',
  'verdict',
  'findings',
  'alt_text',
  'digital_source_type',
  'recipe',
  'reused',
  'credits',
] as const;

export type ManifestColumn = (typeof COLUMNS)[number];
export type ManifestCells = Readonly<Partial<Record<ManifestColumn, string | number>>>;

type OwnCells = Readonly<Record<string, string>>;

/**
 * First line of the manifest, with the byte order mark by which spreadsheets detect UTF-8.
 * @param own names of custom columns, which follow the fixed columns
 */
export const manifestHead = (own: readonly string[]): string =>
  `\uFEFF${csvLine([...COLUMNS, ...own.map((name) => uniqueHead(name, own))])}`;

export const manifestLine = (cells: ManifestCells, own: readonly string[], ownCells: OwnCells): string =>
  csvLine([
    ...COLUMNS.map((column) => cells[column] ?? ''),
    // Checks `hasOwn`, because a column may be named like a built-in property of objects.
    ...own.map((name) => (Object.hasOwn(ownCells, name) ? (ownCells[name] ?? '') : '')),
  ]);

/** Makes the name of a custom column unique, because most programs merge columns with the same name. */
function uniqueHead(name: string, own: readonly string[]): string {
  const isTaken = (head: string): boolean => {
    const same = head.toLowerCase();
    return COLUMNS.some((column) => column === same) || own.some((other) => other.toLowerCase() === same);
  };
  if (!COLUMNS.some((column) => column === name.toLowerCase())) return name;
  let head = `${name} (table)`;
  while (isTaken(head)) head = `${head} (table)`;
  return head;
}

/**
 * Limit of custom columns per run: programs may send different columns for each row, and each adds a cell to every
 * line.
 */
const OWN_HEADS_MAX = 100;

/**
 * Inserts a row's new column names into the list: after the name that precedes them in the row, else before the next
 * known name, else at the end. Rows omit their empty columns.
 */
export function withColumns(names: readonly string[], row: readonly string[]): readonly string[] {
  if (row.every((name) => names.includes(name))) return names;
  const all = [...names];
  for (const [place, name] of row.entries()) {
    if (all.includes(name) || all.length >= OWN_HEADS_MAX) continue;
    const before = row[place - 1];
    const after = row.slice(place + 1).find((next) => all.includes(next));
    if (before !== undefined && all.includes(before)) all.splice(all.indexOf(before) + 1, 0, name);
    else if (after === undefined) all.push(name);
    else all.splice(all.indexOf(after), 0, name);
  }
  return all;
}

/** IPTC source type of a run's files, which shops and search engines read. */
export const sourceTypeForRecipe = ({ steps }: Recipe): string =>
  steps.ground.kind === 'transparent' ? 'algorithmicallyEnhanced' : 'composite';

const ALT_COLUMNS = ['alt text', 'alt_text', 'alt', 'image alt text', 'image alt'];
const TITLE_COLUMNS = [
  'title',
  'name',
  'product name',
  'product_name',
  'product title',
  'titel',
  'bezeichnung',
  'produktname',
  'artikelname',
  'artikelbezeichnung',
  // Last choice, used only if no other column has the title.
  'description',
  'product description',
  'short description',
  'beschreibung',
];

interface Described {
  readonly columns: Readonly<Record<string, string>>;
  readonly variant: string;
  readonly slot: string;
}

/** Finds the column with the alt text, else the one with the product's title; undefined if the table has neither. */
export function findAltColumn(columns: readonly string[]): string | undefined {
  const find = (names: readonly string[]): string | undefined =>
    names
      .map((name) => columns.find((column) => column.trim().toLowerCase() === name))
      .find((column) => column !== undefined);
  return find(ALT_COLUMNS) ?? find(TITLE_COLUMNS);
}

const TAGS = /<[^<>]*>/g;
const toPlainText = (text: string): string => text.replaceAll(TAGS, ' ').replaceAll(/\s+/g, ' ').trim();

function findCell(columns: Described['columns'], names: readonly string[]): string {
  const cells = new Map(Object.entries(columns).map(([name, text]) => [name.trim().toLowerCase(), text]));
  return names.map((name) => cells.get(name) ?? '').find((text) => text !== '') ?? '';
}

/** Product’s title from the table, as plain text; empty if the table has none. */
export const getTitle = (columns: Described['columns']): string =>
  toPlainText(findCell(columns, TITLE_COLUMNS));

/** Alt text from the table, or the product’s title with its variant and slot; empty if the table has neither. */
export function getAltText({ columns, variant, slot }: Described): string {
  const own = findCell(columns, ALT_COLUMNS);
  const title = getTitle(columns);
  if (own !== '' || title === '') return own;
  return [title, variant, slot].filter((text) => text !== '').join(', ');
}
