import { relative } from 'node:path';
import { ROOT } from '../launch/settings.ts';

/** Totals of a test run. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** The failed tests and files, each as `file > test`. */
  failures: string[];
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** The part of Vitest's JSON report that we read. */
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
    assertionResults: readonly { status: string; fullName: string }[];
  }[];
}

/**
 * Counts a run from its JSON report. A run without a report, a file that could not be loaded, and an error
 * outside of any test also count as failures, although no test has that name.
 */
export function tallyOf(report: string | null, exitCode: number): Tally {
  if (report === null) return { ...NOTHING, failed: 1, failures: ['a run that left no report'] };
  const counted = JSON.parse(report) as JsonReport;
  const isSilentFailure = counted.numFailedTests === 0 && (exitCode !== 0 || !counted.success);
  return {
    passed: counted.numPassedTests,
    failed: isSilentFailure ? Math.max(1, counted.numFailedTestSuites) : counted.numFailedTests,
    skipped: counted.numPendingTests + counted.numTodoTests,
    failures: failuresIn(counted),
  };
}

/** A file without a failed test that failed all the same could not be loaded, or set up. */
function failuresIn({ testResults }: JsonReport): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length > 0) return failed.map(({ fullName }) => `${file} > ${fullName}`);
    return status === 'failed' ? [file] : [];
  });
}

export function sum(tallies: readonly Tally[]): Tally {
  const total: Tally = { ...NOTHING, failures: [] };
  for (const { passed, failed, skipped, failures } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.failures.push(...failures);
  }
  return total;
}

/** The end of every test run: what failed, which may lie thousands of lines back, and the totals. */
export function closingLines({ passed, failed, skipped, failures }: Tally): string[] {
  return [
    ...failures.map((failure) => `failed: ${failure}`),
    `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`,
  ];
}
