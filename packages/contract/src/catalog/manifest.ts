/** The CSV that says what became of each photo of a run; the server and the command line write the same. */
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

/** Cells of one’s own columns, by the columns’ names. */
type OwnCells = Readonly<Record<string, string>>;

/** With the mark by which spreadsheets know UTF-8. @param own names of one’s own columns, behind ours */
export const manifestHead = (own: readonly string[]): string =>
  `\uFEFF${csvLine([...COLUMNS, ...own.map((name) => uniqueHead(name, own))])}`;

export const manifestLine = (cells: ManifestCells, own: readonly string[], ownCells: OwnCells): string =>
  csvLine([
    ...COLUMNS.map((column) => cells[column] ?? ''),
    // A column may be called like what every object has.
    ...own.map((name) => (Object.hasOwn(ownCells, name) ? (ownCells[name] ?? '') : '')),
  ]);

/** A name that one of ours has is told apart: two columns of one name are one to most programs. */
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

/** Of a run: rows that programs send may each have others, and each is a cell in each line. */
const OWN_HEADS_MAX = 100;

/**
 * Names of columns with those of another table or row. A row doesn’t name what it has no cell for: a new name goes behind the one that
 * it follows in its row, or before the one that follows it.
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

/** What every file of a run is, to shops and search engines. */
export const sourceTypeForRecipe = ({ steps }: Recipe): string =>
  steps.ground.kind === 'transparent' ? 'algorithmicallyEnhanced' : 'composite';

/** What tables call a text about the picture, and what they call the product. */
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
  // Where nothing else says what it is.
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

/** Of a table’s columns the one that gives the text about each picture; undefined where none does. */
export function findAltColumn(columns: readonly string[]): string | undefined {
  const find = (names: readonly string[]): string | undefined =>
    names
      .map((name) => columns.find((column) => column.trim().toLowerCase() === name))
      .find((column) => column !== undefined);
  return find(ALT_COLUMNS) ?? find(TITLE_COLUMNS);
}

/** Descriptions are often those of a page. */
const TAGS = /<[^<>]*>/g;
const toPlainText = (text: string): string => text.replaceAll(TAGS, ' ').replaceAll(/\s+/g, ' ').trim();

/** The table’s own text, or the product’s title with its variant and view; empty where the table says neither. */
export function getAltText({ columns, variant, slot }: Described): string {
  const cells = new Map(Object.entries(columns).map(([name, text]) => [name.trim().toLowerCase(), text]));
  const find = (names: readonly string[]): string =>
    names.map((name) => cells.get(name) ?? '').find((text) => text !== '') ?? '';
  const own = find(ALT_COLUMNS);
  const title = toPlainText(find(TITLE_COLUMNS));
  if (own !== '' || title === '') return own;
  return [title, variant, slot].filter((text) => text !== '').join(', ');
}
