import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = new URL('../../../../', import.meta.url);

/** Folder of photos with masks and of hostile files, stored beside the repository because of their licenses. */
const SHARED = new URL('../shared/', REPOSITORY);

/** Folder in which prepared models are cached between test runs. */
export const testCacheDir =
  process.env['PACKSHOT_CACHE_DIR'] ?? fileURLToPath(new URL('.packshot/test-cache', REPOSITORY));

/** Path of a shared file or folder; undefined, with a warning, if it isn't on this machine. */
export function sharedPath(name: string): string | undefined {
  const path = fileURLToPath(new URL(name, SHARED));
  if (existsSync(path)) return path;
  console.warn(`Skipped: ../shared/${name} is not on this machine`);
  return undefined;
}

/**
 * Rows of the hostile files' manifest. The manifest predates AVIF support, so its AVIF files are now expected to be
 * accepted.
 */
export const hostileRows = (folder: string): Record<string, string>[] =>
  readManifest(join(folder, 'MANIFEST.tsv')).map((row) =>
    row['file']?.endsWith('.avif') ? { ...row, expected: 'accept' } : row,
  );

/** Rows of a tab-separated manifest, keyed by column name. */
export function readManifest(path: string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const columns = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));
  });
}
