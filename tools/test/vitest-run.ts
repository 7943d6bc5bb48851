import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, getPriority, setPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../launch/settings.ts';
import { afterSecondRun, NOTHING, tallyReport } from './tally.ts';
import type { TestRun, Tally } from './tally.ts';

/**
 * Folder in which Node.js caches compiled scripts: the tests start hundreds of processes with the same few hundred
 * modules.
 */
const COMPILE_CACHE = join(ROOT, '.packshot', 'compile-cache');

let runs = 0;

/**
 * Runs Vitest once with the given arguments, on this terminal, and counts the results.
 * @param yields true to run at a lower priority, beside a run that mostly waits
 */
export async function runVitest(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  yields = false,
): Promise<TestRun> {
  runs += 1;
  const reportFile = join(tmpdir(), `packshot-tests-${String(process.pid)}-${String(runs)}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const child = startVitest(['run', '--passWithNoTests', ...reporters, ...args], env, 'ignore');
  if (yields && child.pid !== undefined)
    setPriority(child.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  const code = await waitForExitCode(child);
  const report = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : null;
  rmSync(reportFile, { force: true });
  return tallyReport(report, code);
}

/** Runs Vitest on this terminal, and again after each change, until the user quits; resolves with its exit code. */
export const watchVitest = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  waitForExitCode(startVitest(['watch', ...args], env, 'inherit'));

/**
 * Starts Vitest.
 * @param input `inherit` for a run that reads the user's key presses
 */
function startVitest(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: 'ignore' | 'inherit',
): ChildProcess {
  const cli = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  return spawn(process.execPath, [cli, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: [input, 'inherit', 'inherit'],
  });
}

function waitForExitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
}

/** Maximum number of failed files that run a second time; if more fail, a second run would only take time. */
const SECOND_RUN_MAX_FILES = 6;

export interface ProjectRun {
  readonly env?: NodeJS.ProcessEnv;
  /** Runs only the tests below these paths. */
  readonly files?: readonly string[];
  /** Runs only the test files with these paths from the root; null for all. */
  readonly only?: ReadonlySet<string> | null;
  readonly yields?: boolean;
}

/**
 * Runs the tests of projects. If a few files fail, runs these once more by themselves: hundreds of processes share two
 * cores, so a test can time out although the product works. The end of the run lists such tests, so that maintainers
 * fix them.
 */
export async function runProjects(
  names: readonly string[],
  { env = {}, files = [], only = null, yields = false }: ProjectRun,
): Promise<Tally> {
  const projects = names.flatMap((name) => ['--project', name]);
  const selectedFiles =
    only === null
      ? files
      : [...only].filter((test) => files.length === 0 || files.some((part) => test.includes(part)));
  if (only !== null && selectedFiles.length === 0) return NOTHING;
  const first = await runVitest([...projects, ...selectedFiles], env, yields);
  const failedFiles = first.failedFiles.map(({ path }) => path);
  if (failedFiles.length === 0 || failedFiles.length > SECOND_RUN_MAX_FILES) return first;
  console.log(`\nOnce more by themselves: ${failedFiles.join(', ')}`);
  return afterSecondRun(first, await runVitest([...projects, ...failedFiles], env, yields));
}
