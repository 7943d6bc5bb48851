import { createHash } from 'node:crypto';
import { outputFileName } from '@packshot/contract';
import type { RunStore } from './run-store.ts';
import type { KeptItem, KeptRun } from './model.ts';

const PAGE = 500;
/** So many rows are named; a table that is wrong is mostly wrong everywhere. */
const SHOWN = 100;

/**
 * Rows with a file name that an earlier row has, or with one name for two of their files: of two patterns that differ in what this row leaves empty. Names are compared without case, as file systems do, and only their
 * fingerprints are kept: 10,000 rows with 12 outputs are some megabytes.
 */
export async function collidingRows(runs: RunStore, run: KeptRun): Promise<readonly number[]> {
  const seen = new Set<string>();
  const rows: number[] = [];
  for (let after = 0; ;) {
    const items = await runs.pageOfItems(run.id, after, PAGE);
    for (const item of items) {
      const names = fingerprintsOf(run, item);
      const isTaken = names.some((name) => seen.has(name)) || isTwice(names);
      if (isTaken && rows.length < SHOWN) rows.push(item.row);
      for (const name of names) seen.add(name);
    }
    const last = items.at(-1);
    if (last === undefined || items.length < PAGE) return rows;
    after = last.row;
  }
}

/** Two files of one row would have one name. */
export const namesItselfTwice = (run: KeptRun, item: KeptItem): boolean => isTwice(fingerprintsOf(run, item));

const isTwice = (names: readonly string[]): boolean => new Set(names).size < names.length;

const fingerprintsOf = ({ recipe }: KeptRun, item: KeptItem): string[] =>
  recipe.outputs.map((output) => fingerprint(outputFileName(output, item)));

const fingerprint = (name: string): string =>
  createHash('sha1').update(withoutCase(name)).digest('base64').slice(0, 16);

/**
 * Letter by letter, as file systems and the database's own index do: of a whole word a capital sigma would become another letter at its end, and
 * a capital dotted I two. What is told apart here must not be one name there.
 */
const withoutCase = (name: string): string =>
  Array.from(name.normalize('NFC'), (letter) => Array.from(letter.toLowerCase())[0]).join('');
