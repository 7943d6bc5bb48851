import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = new URL('../../../../', import.meta.url);

/** Photos with masks and hostile files are kept beside the checkout, because they have their own licenses. */
const SHARED = new URL('../shared/', REPOSITORY);

/** Where tests keep the prepared model between runs. */
export const testCacheDir =
  process.env['PACKSHOT_CACHE_DIR'] ?? fileURLToPath(new URL('.packshot/test-cache', REPOSITORY));

/** The path of a shared file or folder; undefined, after a warning, when it is not on this machine. */
export function sharedPath(name: string): string | undefined {
  const path = fileURLToPath(new URL(name, SHARED));
  if (existsSync(path)) return path;
  console.warn(`Skipped: ../shared/${name} is not on this machine`);
  return undefined;
}

/**
 * The rows of the hostile files' manifest. It predates support for AVIF, so good AVIF files are corrected to
 * `accept`.
 */
export const hostileRows = (folder: string): Record<string, string>[] =>
  readManifest(join(folder, 'MANIFEST.tsv')).map((row) =>
    row['file']?.endsWith('.avif') ? { ...row, expected: 'accept' } : row,
  );

/** The rows of a tab-separated manifest, keyed by column name. */
export function readManifest(path: string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const columns = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));
  });
}
