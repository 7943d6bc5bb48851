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

/** With the mark by which spreadsheets know UTF-8. */
export const MANIFEST_HEAD = `\uFEFF${csvLine(COLUMNS)}`;

export type ManifestColumn = (typeof COLUMNS)[number];
export type ManifestCells = Readonly<Partial<Record<ManifestColumn, string | number>>>;

export const manifestLine = (cells: ManifestCells): string =>
  csvLine(COLUMNS.map((column) => cells[column] ?? ''));

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
