import { ERRORS, MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CUT_OUT } from '../tools/cut-out/cut-out-work.ts';
import { MAGIC } from '../tools/magic/magic-work.ts';
import { requestFailure, taskFailure } from './failure.ts';
import { IDLE, isActive, reduceJob } from './job.ts';
import type { JobState, JobEvent } from './job.ts';

const run = (events: readonly JobEvent[], from: JobState = IDLE): JobState => events.reduce(reduceJob, from);
const failure = { message: 'no', reason: null, remedy: 'retry' } as const;

describe('the job reducer', () => {
  it('passes through all phases from the click to the result', () => {
    const phases: string[] = [];
    let job: JobState = IDLE;
    const events: JobEvent[] = [
      { type: 'started', runId: 'a' },
      { type: 'upload-progressed', runId: 'a', fraction: 0.4 },
      { type: 'uploaded', runId: 'a' },
      { type: 'task-progressed', runId: 'a', task: { status: 'PENDING', progress: 0 } },
      { type: 'task-progressed', runId: 'a', task: { status: 'STARTED', progress: 0.5, stage: 'Edges' } },
      { type: 'succeeded', runId: 'a' },
    ];
    for (const event of events) {
      job = reduceJob(job, event);
      phases.push(job.phase);
    }
    expect(phases).toEqual(['reading', 'uploading', 'queued', 'queued', 'running', 'done']);
  });

  it('ignores the late result of a canceled run, even while the next one runs', () => {
    const canceled = run([
      { type: 'started', runId: 'a' },
      { type: 'uploaded', runId: 'a' },
      { type: 'canceled', runId: 'a' },
    ]);
    expect(reduceJob(canceled, { type: 'succeeded', runId: 'a' })).toBe(canceled);
    const next = run([{ type: 'started', runId: 'b' }], canceled);
    expect(reduceJob(next, { type: 'succeeded', runId: 'a' })).toBe(next);
    expect(reduceJob(next, { type: 'failed', runId: 'a', failure })).toBe(next);
  });

  it('cannot be started twice', () => {
    const job = run([{ type: 'started', runId: 'a' }]);
    expect(reduceJob(job, { type: 'started', runId: 'b' })).toBe(job);
  });

  it('never shows less progress than before', () => {
    const job = run([
      { type: 'started', runId: 'a' },
      { type: 'uploaded', runId: 'a' },
      { type: 'task-progressed', runId: 'a', task: { status: 'STARTED', progress: 0.6 } },
      { type: 'task-progressed', runId: 'a', task: { status: 'STARTED', progress: 0.2 } },
      { type: 'task-progressed', runId: 'a', task: { status: 'PENDING', progress: 0 } },
      { type: 'uploaded', runId: 'a' },
    ]);
    expect(job).toMatchObject({ phase: 'running', fraction: 0.6 });
  });

  it('ignores events of other runs, and never revives an ended run, in any order', () => {
    const runIds = fc.constantFrom('a', 'b');
    const event: fc.Arbitrary<JobEvent> = fc.oneof(
      fc.record({ type: fc.constant('started' as const), runId: runIds }),
      fc.record({ type: fc.constant('upload-progressed' as const), runId: runIds, fraction: fc.double() }),
      fc.record({ type: fc.constant('uploaded' as const), runId: runIds }),
      fc.record({
        type: fc.constant('task-progressed' as const),
        runId: runIds,
        task: fc.record({
          status: fc.constantFrom('PENDING' as const, 'STARTED' as const, 'SUCCESS' as const),
          progress: fc.double(),
        }),
      }),
      fc.record({ type: fc.constant('succeeded' as const), runId: runIds }),
      fc.record({ type: fc.constant('failed' as const), runId: runIds, failure: fc.constant(failure) }),
      fc.record({ type: fc.constant('canceled' as const), runId: runIds }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let job: JobState = IDLE;
        for (const next of events) {
          const after = reduceJob(job, next);
          const startsNew = next.type === 'started' && !isActive(job);
          if (job.phase !== 'idle' && next.type !== 'reset' && next.runId !== job.runId && !startsNew) {
            expect(after).toBe(job);
          }
          if (!isActive(job) && next.type !== 'started') expect(after).toBe(job);
          if (after.phase === 'uploading' || after.phase === 'running') {
            expect(after.fraction).toBeGreaterThanOrEqual(0);
            expect(after.fraction).toBeLessThanOrEqual(1);
          }
          job = after;
        }
      }),
    );
  });
});

describe('failure messages', () => {
  it('show a task’s own message and what the user can do', () => {
    expect(taskFailure(undefined)).toMatchObject({ message: MESSAGES.taskFailed, remedy: 'retry' });
    expect(taskFailure({ code: 'NO_SUBJECT', message: OWN_MESSAGES.noSubject })).toMatchObject({
      message: OWN_MESSAGES.noSubject,
      remedy: 'choose-another',
    });
  });

  it('show the tool’s own message for a failed upload or call, with the reason below', () => {
    expect(
      requestFailure(CUT_OUT.server?.failures ?? {}, {
        code: null,
        status: 0,
        reason: OWN_MESSAGES.uploadInterrupted,
      }),
    ).toEqual({
      message: MESSAGES.removeBackgroundFailed,
      reason: OWN_MESSAGES.uploadInterrupted,
      remedy: 'retry',
      isOffline: true,
    });
  });

  it('lead to the plans without credits, and to another photo after a bad photo', () => {
    expect(
      requestFailure(MAGIC.server?.failures ?? {}, { code: 'OUT_OF_CREDITS', status: 422, reason: null }),
    ).toMatchObject({
      message: MESSAGES.outOfCredits,
      remedy: 'pricing',
    });
    expect(
      requestFailure(MAGIC.server?.failures ?? {}, { code: 'TOO_MANY_PIXELS', status: 422, reason: null }),
    ).toMatchObject({
      message: ERRORS.TOO_MANY_PIXELS.message,
      remedy: 'choose-another',
    });
  });
});
