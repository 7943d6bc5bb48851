import { describe, expect, it } from 'vitest';
import { closingLine, sum, tallyOf } from './tally.ts';

const report = (change: object = {}) =>
  JSON.stringify({
    success: true,
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 2,
    numTodoTests: 1,
    numFailedTestSuites: 0,
    ...change,
  });

describe('counting', () => {
  it('uses Vitest’s own counts', () => {
    expect(tallyOf(report(), 0)).toEqual({ passed: 5, failed: 0, skipped: 3 });
    expect(tallyOf(report({ success: false, numFailedTests: 4 }), 1)).toMatchObject({ failed: 4 });
  });

  it('counts failures outside of any test', () => {
    expect(tallyOf(null, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(tallyOf(report({ success: false, numFailedTestSuites: 2 }), 1)).toMatchObject({ failed: 2 });
    expect(tallyOf(report(), 1)).toMatchObject({ failed: 1 });
  });

  it('sums up in one line', () => {
    const total = sum([tallyOf(report(), 0), tallyOf(report({ numFailedTests: 1 }), 1)]);
    expect(closingLine(total)).toBe('10 passed, 1 failed, 6 skipped');
  });
});
