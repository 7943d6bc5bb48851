import { relative } from 'node:path';
import { ROOT } from '../launch/settings.ts';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Failed tests and files, each as `file > test`. */
  failures: string[];
  /** Tests that failed at first and passed when they ran again by themselves. */
  unsteady: string[];
  /** Durations of the test files; a file that ran in two stages, or twice, is listed once for each run. */
  durations: FileDuration[];
}

/**
 * Duration of a test file, from the start of its first test to the end of its last one, without imports and
 * `beforeAll`.
 */
export interface FileDuration {
  readonly path: string;
  readonly seconds: number;
}

export const NOTHING: Tally = {
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [],
  unsteady: [],
  durations: [],
};

export interface TestRun extends Tally {
  readonly failedFiles: readonly {
    readonly path: string;
    readonly passed: number;
    readonly skipped: number;
  }[];
}

/** Fields of Vitest's JSON report that this module reads. */
interface JsonReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
  testResults: readonly {
    name: string;
    status: string;
    /** Start of the file's tests, in milliseconds since 1970. */
    startTime: number;
    endTime: number;
    assertionResults: readonly { status: string; fullName: string }[];
  }[];
}

/**
 * Counts the results in the JSON report of a run. A run without a report, a file that couldn't be loaded, and an error
 * outside of any test also count as failures, although they have no test's name.
 */
export function tallyReport(report: string | null, exitCode: number): TestRun {
  if (report === null)
    return { ...NOTHING, failed: 1, failures: ['a run that left no report'], failedFiles: [] };
  const counted = JSON.parse(report) as JsonReport;
  const isSilentFailure = counted.numFailedTests === 0 && (exitCode !== 0 || !counted.success);
  return {
    passed: counted.numPassedTests,
    failed: isSilentFailure ? Math.max(1, counted.numFailedTestSuites) : counted.numFailedTests,
    skipped: counted.numPendingTests + counted.numTodoTests,
    failures: failuresIn(counted),
    unsteady: [],
    durations: counted.testResults.map(({ name, startTime, endTime }) => ({
      path: relative(ROOT, name),
      seconds: (endTime - startTime) / 1000,
    })),
    failedFiles: counted.testResults.filter(isFailed).map(({ name, assertionResults }) => ({
      path: relative(ROOT, name),
      passed: assertionResults.filter((test) => test.status === 'passed').length,
      skipped: assertionResults.filter((test) => test.status !== 'passed' && test.status !== 'failed').length,
    })),
  };
}

/**
 * Combines the results of a run with those of the second run of its failed files: the second results count, and tests
 * that passed only then are listed as unsteady.
 */
export function afterSecondRun(first: TestRun, second: TestRun): Tally {
  const was = (count: 'passed' | 'skipped') =>
    first.failedFiles.reduce((total, file) => total + file[count], 0);
  return {
    passed: first.passed - was('passed') + second.passed,
    failed: second.failed,
    skipped: first.skipped - was('skipped') + second.skipped,
    failures: second.failures,
    unsteady: first.failures.filter((failure) => !second.failures.includes(failure)),
    durations: [...first.durations, ...second.durations],
  };
}

/** Whether a test of the file failed, or the file's process ended before its last test. */
const isFailed = ({ status, assertionResults }: JsonReport['testResults'][number]): boolean =>
  status === 'failed' || assertionResults.some((test) => test.status === 'pending');

/** Also lists a failed file without a failed test, which couldn't be loaded or set up. */
function failuresIn({ testResults }: JsonReport): string[] {
  return testResults.flatMap((result) => {
    const { name, assertionResults } = result;
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length > 0) return failed.map(({ fullName }) => `${file} > ${fullName}`);
    return isFailed(result) ? [file] : [];
  });
}

export function sum(tallies: readonly Tally[]): Tally {
  const total: Tally = { ...NOTHING, failures: [], unsteady: [], durations: [] };
  for (const { passed, failed, skipped, failures, unsteady, durations } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.failures.push(...failures);
    total.unsteady.push(...unsteady);
    total.durations.push(...durations);
  }
  return total;
}

/** Last lines of every test run: the failures, which may be thousands of lines above, and the totals. */
export function closingLines({ passed, failed, skipped, failures, unsteady }: Tally): string[] {
  return [
    ...unsteady.map((test) => `unsteady, it failed at first and passed by itself: ${test}`),
    ...failures.map((failure) => `failed: ${failure}`),
    `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`,
  ];
}

const SLOWEST_FILES = 10;

/** Lines with the seconds of each test file, longest last, and the slowest ten again under a heading. */
export function durationLines(durations: readonly FileDuration[]): string[] {
  const sorted = durations.toSorted((a, b) => a.seconds - b.seconds);
  const format = ({ path, seconds }: FileDuration) => `${seconds.toFixed(1).padStart(8)}  ${path}`;
  return [
    'Seconds per test file:',
    ...sorted.map(format),
    '',
    'Slowest test files, in seconds:',
    ...sorted.slice(-SLOWEST_FILES).toReversed().map(format),
  ];
}
