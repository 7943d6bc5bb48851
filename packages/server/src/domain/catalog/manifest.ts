import type { KeptItem, KeptOutput, KeptRun } from './run-store.ts';

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A cell of a CSV (RFC 4180). What a spreadsheet would run as a formula begins with an apostrophe, which makes it text: cells
 * come from tables and names that somebody else may have written.
 */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const lineOf = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`;

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
  'alt_text',
  'digital_source_type',
  'recipe',
  'reused',
  'credits',
] as const;

/** With the mark by which spreadsheets know UTF-8. */
export const MANIFEST_HEAD = `\uFEFF${lineOf(COLUMNS)}`;

/** What every file of a run is, to shops and search engines. */
const sourceTypeOf = ({ recipe }: KeptRun): string =>
  recipe.steps.ground.kind === 'transparent' ? 'algorithmicallyEnhanced' : 'composite';

/** A line for each file; one without a file for an item that has none. Credits are in an item’s first line alone, so that they add up. */
export function manifestLines(run: KeptRun, item: KeptItem, outputs: readonly KeptOutput[]): string[] {
  const about = [item.row, item.sku, item.variant, item.slot, item.sourceName, item.state];
  const verdict = [item.reason ?? '', item.score ?? ''];
  const reused = item.isReused ? 'yes' : 'no';
  if (outputs.length === 0) {
    const none = Array.from({ length: 9 }, () => '');
    return [lineOf([...about, ...verdict, ...none, run.recipeHash, reused, item.credits])];
  }
  return outputs.map((output, place) =>
    lineOf([
      ...about,
      ...verdict,
      output.outputId,
      output.name,
      output.widthPx,
      output.heightPx,
      output.sizeBytes,
      output.sha256,
      output.unsignedSha256,
      '',
      sourceTypeOf(run),
      run.recipeHash,
      reused,
      place === 0 ? item.credits : 0,
    ]),
  );
}
