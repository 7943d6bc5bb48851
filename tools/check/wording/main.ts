// node tools/check/wording/main.ts: finds comments, messages and test titles that don't name what they refer to; part
// of `npm run check`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../launch/settings.ts';
import { trackedFiles } from '../tracked-files.ts';
import { findVague } from './find-vague.ts';

const INSTEAD = {
  opening: 'Start the comment with the noun it describes, or with a verb.',
  pronoun: 'Name the user, client, caller, worker or operator.',
};

/** Matches this check's own files, which contain the words to find. */
const IS_LIST = /^tools\/check\/wording\//;

const files = trackedFiles(ROOT).filter(
  (file) => /\.(?:tsx?|mjs)$/.test(file) && !file.startsWith('lab/') && !IS_LIST.test(file),
);
let faults = 0;
for (const file of files) {
  for (const { line, text, fault } of findVague(file, readFileSync(join(ROOT, file), 'utf8'))) {
    faults += 1;
    process.stdout.write(`${file}:${String(line)}  ${text}\n    ${INSTEAD[fault]}\n`);
  }
}
process.stdout.write(`${String(files.length)} files, ${String(faults)} faults\n`);
process.exitCode = faults > 0 ? 1 : 0;
