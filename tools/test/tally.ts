/** Totals of a test run. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** The part of Vitest's JSON report that we read. */
interface JsonReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
}

/**
 * Counts a run from its JSON report. A run without a report, a file that could not be loaded, and an error
 * outside of any test also count as failures, although no test has that name.
 */
export function tallyOf(report: string | null, exitCode: number): Tally {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const counted = JSON.parse(report) as JsonReport;
  const isSilentFailure = counted.numFailedTests === 0 && (exitCode !== 0 || !counted.success);
  return {
    passed: counted.numPassedTests,
    failed: isSilentFailure ? Math.max(1, counted.numFailedTestSuites) : counted.numFailedTests,
    skipped: counted.numPendingTests + counted.numTodoTests,
  };
}

export function sum(tallies: readonly Tally[]): Tally {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** The last line of every test run. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
}
