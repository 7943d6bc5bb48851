// node tools/check/browser-code/main.ts: finds code of the web app that fails in some browsers; part of `npm run
// check`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../launch/settings.ts';
import { trackedFiles } from '../tracked-files.ts';
import { findFaults } from './find-faults.ts';
import type { BrowserCodeFault } from './find-faults.ts';

const INSTEAD: Readonly<Record<BrowserCodeFault['rule'], string>> = {
  canvas:
    'Draw and read through packages/web/src/lib/canvas, which checks that pixels arrive and draws without a canvas where they do not.',
  'text-beside-condition':
    'Give the text an element of its own (<span>): page translators replace text nodes, and React then finds no place for the other.',
};

const isChecked = (file: string): boolean =>
  /^packages\/web\/src\/.*\.tsx?$/.test(file) &&
  !/^packages\/web\/src\/lib\/canvas\/|\/testing\/|\.test\.tsx?$/.test(file);

const files = trackedFiles(ROOT).filter(isChecked);
let faults = 0;
for (const file of files) {
  for (const { line, rule, text } of findFaults(file, readFileSync(join(ROOT, file), 'utf8'))) {
    faults += 1;
    process.stdout.write(`${file}:${String(line)}  ${rule}: ${text}\n    ${INSTEAD[rule]}\n`);
  }
}
process.stdout.write(`${String(files.length)} files, ${String(faults)} faults\n`);
process.exitCode = faults > 0 ? 1 : 0;
