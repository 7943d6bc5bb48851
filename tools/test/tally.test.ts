import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../launch/settings.ts';
import { afterSecondRun, closingLines, durationLines, sum, tallyReport } from './tally.ts';

const report = (change: object = {}) =>
  JSON.stringify({
    success: true,
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 2,
    numTodoTests: 1,
    numFailedTestSuites: 0,
    testResults: [],
    ...change,
  });

describe('the test tally', () => {
  it('uses Vitest’s own counts', () => {
    expect(tallyReport(report(), 0)).toMatchObject({ passed: 5, failed: 0, skipped: 3, failures: [] });
    expect(tallyReport(report({ success: false, numFailedTests: 4 }), 1)).toMatchObject({ failed: 4 });
  });

  it('counts failures outside of any test', () => {
    expect(tallyReport(null, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
    expect(tallyReport(report({ success: false, numFailedTestSuites: 2 }), 1)).toMatchObject({ failed: 2 });
    expect(tallyReport(report(), 1)).toMatchObject({ failed: 1 });
  });

  it('sums up in one line', () => {
    const total = sum([tallyReport(report(), 0), tallyReport(report({ numFailedTests: 1 }), 1)]);
    expect(closingLines(total)).toEqual(['10 passed, 1 failed, 6 skipped']);
  });

  it('names failed tests, and a file that couldn’t be loaded', () => {
    const testResults = [
      {
        name: join(ROOT, 'a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          { status: 'failed', fullName: 'takes away' },
        ],
      },
      { name: join(ROOT, 'b.test.ts'), status: 'failed', assertionResults: [] },
      { name: join(ROOT, 'c.test.ts'), status: 'passed', assertionResults: [] },
    ];
    const total = tallyReport(report({ success: false, numFailedTests: 1, testResults }), 1);
    expect(closingLines(sum([total]))).toEqual([
      'failed: a.test.ts > takes away',
      'failed: b.test.ts',
      '5 passed, 1 failed, 3 skipped',
    ]);
  });

  it('names a file whose process ended before its last test', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'adds' },
      { status: 'pending', fullName: 'takes away' },
    ];
    const testResults = [{ name: join(ROOT, 'a.test.ts'), status: 'passed', assertionResults }];
    const run = tallyReport(report({ success: false, testResults }), 1);
    expect(run).toMatchObject({ failed: 1, failures: ['a.test.ts'] });
    expect(run.failedFiles).toEqual([{ path: 'a.test.ts', passed: 1, skipped: 1 }]);
  });

  it('counts the second run of failed files, and names flaky tests', () => {
    const file = (name: string, ...statuses: string[]) => ({
      name: join(ROOT, name),
      status: statuses.includes('failed') ? 'failed' : 'passed',
      assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${String(index)}` })),
    });
    const first = tallyReport(
      report({
        success: false,
        numPassedTests: 4,
        numFailedTests: 2,
        numPendingTests: 1,
        numTodoTests: 0,
        testResults: [
          file('a.test.ts', 'passed', 'passed', 'passed'),
          file('b.test.ts', 'passed', 'failed', 'failed', 'skipped'),
        ],
      }),
      1,
    );
    expect(first.failedFiles).toEqual([{ path: 'b.test.ts', passed: 1, skipped: 1 }]);
    const second = tallyReport(
      report({
        success: false,
        numPassedTests: 2,
        numFailedTests: 1,
        numPendingTests: 1,
        numTodoTests: 0,
        testResults: [file('b.test.ts', 'passed', 'passed', 'failed', 'skipped')],
      }),
      1,
    );
    expect(closingLines(sum([afterSecondRun(first, second)]))).toEqual([
      'unsteady, it failed at first and passed by itself: b.test.ts > test 1',
      'failed: b.test.ts > test 2',
      '5 passed, 1 failed, 1 skipped',
    ]);
  });
});

describe('the report of test durations', () => {
  const results = (count: number, from: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: join(ROOT, `${String(from + index)}.test.ts`),
      status: 'passed',
      startTime: 1_000,
      endTime: 1_000 + (from + index) * 1_500,
      assertionResults: [],
    }));

  it('sorts the files of all stages and lists the ten slowest under a heading', () => {
    const stages = [results(6, 7), results(6, 1)].map((testResults) =>
      tallyReport(report({ testResults }), 0),
    );
    const lines = durationLines(sum(stages).durations);
    const heading = lines.indexOf('Slowest test files, in seconds:');
    expect(lines.slice(0, 3)).toEqual([
      'Seconds per test file:',
      '     1.5  1.test.ts',
      '     3.0  2.test.ts',
    ]);
    expect(heading).toBe(14);
    expect(lines.slice(heading + 1)).toHaveLength(10);
    expect(lines[heading + 1]).toBe('    18.0  12.test.ts');
    expect(lines.at(-1)).toBe('     4.5  3.test.ts');
  });

  it('lists both runs of a test file that ran again', () => {
    const [first, second] = [results(2, 1), results(1, 2)].map((testResults) =>
      tallyReport(report({ testResults }), 0),
    );
    if (first === undefined || second === undefined) throw new Error('no runs');
    expect(afterSecondRun(first, second).durations.map(({ path }) => path)).toEqual([
      '1.test.ts',
      '2.test.ts',
      '2.test.ts',
    ]);
  });
});
