import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../launch/settings.ts';
import { COVERAGE_PAGE, coverageFaults, coverageRows } from './coverage.ts';

const page = readFileSync(join(ROOT, COVERAGE_PAGE), 'utf8');
const faults = coverageFaults(page, ROOT);
console.log(
  faults.length === 0
    ? `${coverageRows(page).length} statements, each with its files and tests`
    : faults.join('\n'),
);
process.exitCode = faults.length === 0 ? 0 : 1;
