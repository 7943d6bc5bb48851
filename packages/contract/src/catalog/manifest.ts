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

const NAMES: ReadonlySet<string> = new Set(COLUMNS);

/**
 * With the mark by which spreadsheets know UTF-8.
 * @param own the table’s own columns, after ours; one with the name of one of ours is called “… (table)”
 */
export const manifestHead = (own: readonly string[]): string =>
  `\uFEFF${csvLine([...COLUMNS, ...own.map((name) => (NAMES.has(name) ? `${name} (table)` : name))])}`;

export type ManifestColumn = (typeof COLUMNS)[number];
export type ManifestCells = Readonly<Partial<Record<ManifestColumn, string | number>>>;

/** @param own what the row has in the table’s own columns, in the head’s order */
export const manifestLine = (cells: ManifestCells, own: readonly string[]): string =>
  csvLine([...COLUMNS.map((column) => cells[column] ?? ''), ...own]);

interface OfTable {
  readonly columns: Readonly<Record<string, string>>;
}

/** The names of all columns of these rows that are the table’s own, each once. */
export const ownColumnsOf = (rows: readonly OfTable[]): string[] => [
  ...new Set(rows.flatMap(({ columns }) => Object.keys(columns))),
];

export const ownCells = (own: readonly string[], { columns }: OfTable): string[] =>
  own.map((name) => columns[name] ?? '');

/** What every file of a run is, to shops and search engines. */
export const sourceTypeOf = ({ steps }: Recipe): string =>
  steps.ground.kind === 'transparent' ? 'algorithmicallyEnhanced' : 'composite';

/** What tables call a text about the picture, and what they call the product. */
const ALT_COLUMNS = ['alt text', 'alt_text', 'alt', 'image alt text', 'image alt'];
const TITLE_COLUMNS = ['title', 'name', 'product name', 'product_name', 'titel', 'bezeichnung'];

interface Described {
  readonly columns: Readonly<Record<string, string>>;
  readonly variant: string;
  readonly slot: string;
}

/** The table’s own text, or the product’s title with its variant and view; empty where the table says neither. */
export function altTextOf({ columns, variant, slot }: Described): string {
  const cells = new Map(Object.entries(columns).map(([name, text]) => [name.trim().toLowerCase(), text]));
  const find = (names: readonly string[]): string =>
    names.map((name) => cells.get(name) ?? '').find((text) => text !== '') ?? '';
  const own = find(ALT_COLUMNS);
  const title = find(TITLE_COLUMNS);
  if (own !== '' || title === '') return own;
  return [title, variant, slot].filter((text) => text !== '').join(', ');
}
