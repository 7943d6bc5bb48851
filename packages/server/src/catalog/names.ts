import { createHash } from 'node:crypto';
import { outputFileName } from '@packshot/contract';
import type { RunStore } from './run-store.ts';
import type { StoredItem, StoredRun } from './model.ts';

const PAGE = 500;
/** Maximum number of rows reported. If a table is wrong, usually most of its rows are. */
const SHOWN = 100;

/**
 * Finds rows that share a file name, or that have one name for two of their own files. The latter happens if two name
 * patterns differ only in a field that is empty in this row. Names are compared without case, as file systems do. Only
 * fingerprints are stored: 10,000 rows with 12 outputs need a few megabytes.
 * @returns numbers of the first rows found, in ascending order
 */
export async function collidingRows(runs: RunStore, run: StoredRun): Promise<readonly number[]> {
  const rowByFingerprint = new Map<string, number>();
  const rows = new Set<number>();
  for (let after = 0; ;) {
    const items = await runs.pageOfItems(run.id, after, PAGE);
    for (const item of items) {
      const names = computeFingerprints(run, item);
      const earlierRows = names.flatMap((name) => rowByFingerprint.get(name) ?? []);
      if ((earlierRows.length > 0 || isTwice(names)) && rows.size < SHOWN)
        for (const row of [...earlierRows, item.row]) rows.add(row);
      for (const name of names) if (!rowByFingerprint.has(name)) rowByFingerprint.set(name, item.row);
    }
    const last = items.at(-1);
    if (last === undefined || items.length < PAGE)
      return [...rows].toSorted((one, other) => one - other).slice(0, SHOWN);
    after = last.row;
  }
}

/** Whether two files of one row would have the same name. */
export const namesItselfTwice = (run: StoredRun, item: StoredItem): boolean =>
  isTwice(computeFingerprints(run, item));

const isTwice = (names: readonly string[]): boolean => new Set(names).size < names.length;

const computeFingerprints = ({ recipe }: StoredRun, item: StoredItem): string[] =>
  recipe.outputs.map((output) => fingerprint(outputFileName(output, item)));

const fingerprint = (name: string): string =>
  createHash('sha1').update(withoutCase(name)).digest('base64').slice(0, 16);

/**
 * Lowercases a name letter by letter, as file systems and the database's index do. Lowercasing the whole string would
 * change a final capital sigma to another letter and a dotted capital I to two. Names that differ here must not be
 * equal in the index.
 */
const withoutCase = (name: string): string =>
  Array.from(name.normalize('NFC'), (letter) => Array.from(letter.toLowerCase())[0]).join('');
