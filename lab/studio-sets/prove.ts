/**
 * Runs the checks of `prove-set.ts` on every set that isn't recorded as checked in its current form, and records the
 * results: `proved-sets.test.ts` of the engine compares digests.
 *
 *   node prove.ts [--all]     --all: also checks recorded sets, after a change of how sets are composed
 */
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {
  computeDigest,
  listFaults,
  PROVED_FILE,
  readProved,
  SETS_FOLDER,
} from '../../packages/image-engine/src/testing/prove-set.ts';

const isAll = process.argv.includes('--all');
const before = await readProved();
const proved: Record<string, string> = {};
for (const name of (await readdir(SETS_FOLDER)).toSorted()) {
  const folder = path.join(SETS_FOLDER, name);
  const digest = await computeDigest(folder);
  const faults = isAll || before[name] !== digest ? await listFaults(folder) : [];
  for (const fault of faults) process.stdout.write(`${name}: ${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
  else proved[name] = digest;
}
await writeFile(PROVED_FILE, `${JSON.stringify(proved, null, 2)}\n`);
process.stdout.write(`${Object.keys(proved).length} sets are proved\n`);
