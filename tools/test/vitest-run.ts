import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../launch/settings.ts';
import { tallyOf } from './tally.ts';
import type { Tally } from './tally.ts';

/** Where Node.js keeps compiled scripts: the tests start hundreds of processes of the same few hundred modules. */
const COMPILE_CACHE = join(ROOT, '.packshot', 'compile-cache');

let runs = 0;

/**
 * Runs Vitest once with the given arguments, on this terminal, and counts the results.
 * @param yields true for a run that computes beside one that waits: it leaves the processor to the other whenever that needs it
 */
export async function runVitest(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  yields = false,
): Promise<Tally> {
  runs += 1;
  const reportFile = join(tmpdir(), `packshot-tests-${String(process.pid)}-${String(runs)}.json`);
  const cli = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const child = spawn(process.execPath, [cli, 'run', '--passWithNoTests', ...reporters, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  const report = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : null;
  rmSync(reportFile, { force: true });
  return tallyOf(report, code);
}
