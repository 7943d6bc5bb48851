import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = new URL('../../../../', import.meta.url);

/** Photos with masks and hostile files lie beside the checkout, not in it: they have licenses of their own. */
const SHARED = new URL('../shared/', REPOSITORY);

/** Where the tests keep the prepared model from one run to the next. */
export const testCacheDir =
  process.env['PACKSHOT_CACHE_DIR'] ?? fileURLToPath(new URL('.packshot/test-cache', REPOSITORY));

/** The path of a shared file or folder; undefined, after saying so, when it is not on this machine. */
export function sharedPath(name: string): string | undefined {
  const path = fileURLToPath(new URL(name, SHARED));
  if (existsSync(path)) return path;
  console.warn(`Skipped: ../shared/${name} is not on this machine`);
  return undefined;
}

/** The rows of the collection of hostile files. It was made when AVIF was not taken, and says so of files that are good. */
export const hostileRows = (folder: string): Record<string, string>[] =>
  readManifest(join(folder, 'MANIFEST.tsv')).map((row) =>
    row['file']?.endsWith('.avif') ? { ...row, expected: 'accept' } : row,
  );

/** The rows of a tab-separated manifest, by column name. */
export function readManifest(path: string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const columns = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));
  });
}
