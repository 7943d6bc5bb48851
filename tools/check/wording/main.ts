// node tools/check/wording/main.ts: finds comments, messages and test titles that don't name what they speak of; part of `npm run check`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../launch/settings.ts';
import { trackedFiles } from '../tracked-files.ts';
import { EXCEPTIONS } from './exceptions.ts';
import type { Exception } from './exceptions.ts';
import { findVague } from './find-vague.ts';

const INSTEAD = {
  opening: 'Start the comment with the noun it describes, or with a verb.',
  pronoun: 'Name the user, client, caller, worker or operator.',
};

const files = trackedFiles(ROOT).filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !file.startsWith('lab/'));
const used = new Set<Exception>();
let faults = 0;
const complain = (text: string): void => {
  faults += 1;
  process.stdout.write(`${text}\n`);
};
for (const file of files) {
  for (const { line, text, fault } of findVague(file, readFileSync(join(ROOT, file), 'utf8'))) {
    const exception = EXCEPTIONS.find((known) => known.files.test(file));
    if (exception) used.add(exception);
    else complain(`${file}:${String(line)}  ${text}\n    ${INSTEAD[fault]}`);
  }
}
for (const exception of EXCEPTIONS)
  if (!used.has(exception)) complain(`An exception without a use: ${exception.why}`);
process.stdout.write(
  `${String(files.length)} files, ${String(EXCEPTIONS.length)} exceptions, ${String(faults)} faults\n`,
);
process.exitCode = faults > 0 ? 1 : 0;
