import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Time limit in milliseconds for a test file, because with a broken behavior a test may wait forever. */
const GIVE_UP_MS = 180_000;
const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const WITHOUT_DATABASE = join(import.meta.dirname, 'without-database.config.ts');

export interface TestsToRun {
  readonly root: string;
  /** Absolute path of the test file. */
  readonly file: string;
  /** True to use the package's own configuration; otherwise its global setup, which starts a database, is skipped. */
  readonly needsDatabase: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/**
 * Outcome of a test file: passed, failed, or timed out. `broken` means that the file or its imports couldn't be
 * loaded, so no test ran.
 */
export type FileOutcome = 'green' | 'red' | 'broken' | 'too-slow';

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

export async function runTests(tests: TestsToRun): Promise<FileOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-mutants-report-'));
  try {
    const reportFile = join(folder, 'report.json');
    const isInTime = await runVitest(tests, reportFile);
    if (!isInTime) return 'too-slow';
    const report = JSON.parse(
      await readFile(reportFile, 'utf8').catch(() => '{"testResults":[]}'),
    ) as VitestReport;
    return getOutcome(tests.file, report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function getOutcome(file: string, report: VitestReport): FileOutcome {
  const testResult = report.testResults.find(({ name }) => resolve(name) === resolve(file));
  if (testResult === undefined) return 'broken';
  if (testResult.assertionResults.some(({ status }) => status === 'failed')) return 'red';
  return testResult.status === 'passed' &&
    testResult.assertionResults.some(({ status }) => status === 'passed')
    ? 'green'
    : 'broken';
}

/** @returns false if it took too long and was killed */
async function runVitest(tests: TestsToRun, reportFile: string): Promise<boolean> {
  const args = ['run', '--root', tests.root, '--reporter=json', `--outputFile=${reportFile}`];
  if (!tests.needsDatabase) args.push('--config', WITHOUT_DATABASE);
  const deadline = AbortSignal.timeout(GIVE_UP_MS);
  const child = spawn(process.execPath, [VITEST, ...args, tests.file], {
    cwd: tests.root,
    env: { ...process.env, ...tests.env },
    stdio: 'ignore',
    signal: AbortSignal.any([tests.signal, deadline]),
  });
  await new Promise<void>((finish, reject) => {
    child.once('exit', () => finish());
    child.once('error', (error) => {
      // After an abort, waits for the process to exit, because its folder is removed next.
      if (error.name !== 'AbortError') reject(error);
    });
  });
  tests.signal.throwIfAborted();
  return !deadline.aborted;
}
