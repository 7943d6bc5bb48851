// node tools/check/spelling/main.ts: finds British spellings in code, comments, texts and documents; part of `npm run check`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../launch/settings.ts';
import { trackedFiles } from '../tracked-files.ts';
import { EXCEPTIONS } from './british.ts';
import type { Exception } from './british.ts';
import { findBritish } from './find-british.ts';

const WRITTEN = /\.(?:[cm]?[jt]sx?|jsonc|md|sql|css|html|py|c|sh)$/;

const files = trackedFiles(ROOT).filter((file) => WRITTEN.test(file) && !file.startsWith('lab/'));
const used = new Set<Exception>();
let faults = 0;
const complain = (text: string): void => {
  faults += 1;
  process.stdout.write(`${text}\n`);
};
for (const file of files) {
  for (const { word, line } of findBritish(readFileSync(join(ROOT, file), 'utf8'))) {
    const exception = EXCEPTIONS.find((candidate) => candidate.files.test(file) && candidate.word.test(word));
    if (exception) used.add(exception);
    else complain(`${file}:${String(line)}  ${word}: spelling is American here.`);
  }
}
for (const exception of EXCEPTIONS)
  if (!used.has(exception)) complain(`An exception that nothing needs: ${exception.why}`);
process.stdout.write(
  `${String(files.length)} files, ${String(EXCEPTIONS.length)} exceptions, ${String(faults)} faults\n`,
);
process.exitCode = faults > 0 ? 1 : 0;
