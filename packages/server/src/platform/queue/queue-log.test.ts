import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../testing/silent-logger.ts';
import { createQueueErrorLog } from './queue-log.ts';

describe('the log of queue errors', () => {
  it('contains a new error immediately, and its repetitions as a count', () => {
    const lines: object[] = [];
    let nowMs = 0;
    const log = createQueueErrorLog({ ...silentLogger, warn: (fields) => lines.push(fields) }, () => nowMs);
    // An error in the form in which pg-boss reports it.
    const refused = { message: 'connect ECONNREFUSED (Queue: a, Worker: 1)', code: 'ECONNREFUSED' };
    for (nowMs = 0; nowMs < 9_000; nowMs += 100) log(refused);
    log(new Error('something else'));
    nowMs = 10_500;
    log(refused);
    expect(lines).toEqual([
      { error: refused.message, code: 'ECONNREFUSED', suppressed: 0 },
      { error: 'something else', code: undefined, suppressed: 0 },
      { error: refused.message, code: 'ECONNREFUSED', suppressed: 89 },
    ]);
  });
});
