// node tools/check/imports/main.ts [root]: applies the import rules; part of `npm run check`.
import { resolve } from 'node:path';
import { checkImports } from './check-imports.ts';
import { subjectFaults } from './subject-folders.ts';
import { tableFaults } from './table-writes.ts';

const root = resolve(process.argv[2] ?? '.');
const { modules, edges, ...report } = checkImports(root);
const faults = [...report.faults, ...subjectFaults(root), ...tableFaults(root)];
for (const { rule, file, line, message } of faults) {
  process.stdout.write(`${file}:${String(line)}  ${rule}\n    ${message}\n`);
}
process.stdout.write(
  `${String(modules)} modules, ${String(edges)} imports, ${String(faults.length)} faults\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
