import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../launch/settings.ts';
import { closingLines, sum, tallyOf } from './tally.ts';

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
    expect(tallyOf(report(), 0)).toEqual({ passed: 5, failed: 0, skipped: 3, failures: [] });
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
});
