import { ROOT } from '../../launch/settings.ts';
import { coverageFaults, readSections } from './coverage.ts';

const sections = readSections(ROOT);
const faults = coverageFaults(sections, ROOT);
const count = sections.reduce((sum, { statements }) => sum + statements.length, 0);
console.log(faults.length === 0 ? `${count} statements, each with its files and tests` : faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;
