// node tools/check/patterns/main.ts: checks that every regular expression of the product is proven linear or sees only
// short texts; part of `npm run check`.
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ROOT } from '../../launch/settings.ts';
import { BOUNDED_PATTERNS } from './bounded-patterns.ts';
import { checkPatterns } from './check-patterns.ts';

/** Folders whose code handles external text: the packages and the launcher. */
const FOLDERS = [
  ...readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name, 'src')),
  join('tools', 'launch'),
];
const isProduct = (file: string) =>
  ['.ts', '.tsx', '.js', '.mjs'].some((end) => file.endsWith(end) && !file.endsWith(`.test${end}`)) &&
  !file.includes('/testing/');

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }),
)
  .filter((entry) => entry.isFile())
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .filter(isProduct)
  .toSorted();
const { patterns, faults } = checkPatterns(ROOT, files, BOUNDED_PATTERNS);
for (const { place, message } of faults) process.stdout.write(`${place}  ${message}\n`);
process.stdout.write(
  `${String(patterns)} patterns, ${String(BOUNDED_PATTERNS.length)} by their bound, ${String(faults.length)} faults\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
