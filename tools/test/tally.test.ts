import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../launch/settings.ts';
import { afterSecondRun, closingLines, sum, tallyOf } from './tally.ts';

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

describe('counting', () => {
  it('uses Vitest’s own counts', () => {
    expect(tallyOf(report(), 0)).toMatchObject({ passed: 5, failed: 0, skipped: 3, failures: [] });
    expect(tallyOf(report({ success: false, numFailedTests: 4 }), 1)).toMatchObject({ failed: 4 });
  });

  it('counts failures outside of any test', () => {
    expect(tallyOf(null, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
    expect(tallyOf(report({ success: false, numFailedTestSuites: 2 }), 1)).toMatchObject({ failed: 2 });
    expect(tallyOf(report(), 1)).toMatchObject({ failed: 1 });
  });

  it('sums up in one line', () => {
    const total = sum([tallyOf(report(), 0), tallyOf(report({ numFailedTests: 1 }), 1)]);
    expect(closingLines(total)).toEqual(['10 passed, 1 failed, 6 skipped']);
  });

  it('names what failed, and a file that could not be loaded', () => {
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
    const total = tallyOf(report({ success: false, numFailedTests: 1, testResults }), 1);
    expect(closingLines(sum([total]))).toEqual([
      'failed: a.test.ts > takes away',
      'failed: b.test.ts',
      '5 passed, 1 failed, 3 skipped',
    ]);
  });

  it('counts what failed files did when they ran again, and names what is unsteady', () => {
    const file = (name: string, ...statuses: string[]) => ({
      name: join(ROOT, name),
      status: statuses.includes('failed') ? 'failed' : 'passed',
      assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${String(index)}` })),
    });
    const first = tallyOf(
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
    const second = tallyOf(
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
