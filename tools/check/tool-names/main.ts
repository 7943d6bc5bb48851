// node tools/check/tool-names/main.ts: finds code outside of the tools' own folders that checks for a certain tool;
// part of `npm run check`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TASK_TOOLS } from '../../../packages/contract/src/tools/task-tools.ts';
import { TOOL_NAMES } from '../../../packages/contract/src/tools/names.ts';
import { ROOT } from '../../launch/settings.ts';
import { trackedFiles } from '../tracked-files.ts';
import { findComparisons } from './find-comparisons.ts';

/** Files that may check for a certain tool, with the reason for each. */
const ALLOWED: Readonly<Record<string, string>> = {
  'packages/web/src/features/studio/model/results.ts':
    'What counts as a cut-out or an enlargement is said here once; other files ask `isCutOut` and `isEnlarged`.',
};

const NAMES: ReadonlySet<string> = new Set([...TOOL_NAMES, ...TASK_TOOLS]);
const isProduct = (file: string): boolean =>
  /^packages\/.*\/src\/.*\.tsx?$/.test(file) && !/\/(?:tools|testing)\/|\.test\.tsx?$/.test(file);

const files = trackedFiles(ROOT).filter(isProduct);
const needed = new Set<string>();
let faults = 0;
const complain = (text: string): void => {
  faults += 1;
  process.stdout.write(`${text}\n`);
};
for (const file of files) {
  for (const { tool, line } of findComparisons(file, readFileSync(join(ROOT, file), 'utf8'), NAMES)) {
    if (Object.hasOwn(ALLOWED, file)) needed.add(file);
    else
      complain(
        `${file}:${String(line)}  asks for the tool '${tool}'\n    Let the tool's own row say it (StudioTool, names.ts, the engine's or the server's tool), and ask the row.`,
      );
  }
}
for (const file of Object.keys(ALLOWED))
  if (!needed.has(file))
    complain(`${file}  is allowed to compare tools, and does not: take it off the list.`);
process.stdout.write(`${String(files.length)} files, ${String(faults)} faults\n`);
process.exitCode = faults > 0 ? 1 : 0;
