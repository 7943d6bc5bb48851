// node tools/check/size-budgets/main.ts: compares the size of each subject with its budget; part of `npm run check`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../launch/settings.ts';
import { trackedFiles } from '../tracked-files.ts';
import { BUDGETS } from './budgets.ts';
import { isProduction, sizeFaults } from './measure-sizes.ts';

const sources = trackedFiles(ROOT)
  .filter(isProduction)
  .map((path) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1 }));
const faults = sizeFaults(sources, BUDGETS);
const lines = sources.reduce((sum, source) => sum + source.lines, 0);
console.log(
  [
    ...faults,
    `${String(sources.length)} files, ${String(lines)} lines, ${String(BUDGETS.length)} budgets`,
  ].join('\n'),
);
process.exitCode = faults.length > 0 ? 1 : 0;
