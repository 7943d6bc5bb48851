/**
 * State machine of a tool run:
 *
 * idle → reading → uploading → queued → running → done | failed | canceled
 *
 * Each run has an ID, and each event except `reset` names its run. Events of another run (a late answer after Cancel,
 * a message from another tab), and events that don't fit the current phase, change nothing.
 */
import type { TaskState } from '@packshot/contract';
import type { Failure } from './failure.ts';

export type JobState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading'; readonly runId: string }
  | { readonly phase: 'uploading'; readonly runId: string; readonly fraction: number }
  | { readonly phase: 'queued'; readonly runId: string; readonly stage: string | null }
  | {
      readonly phase: 'running';
      readonly runId: string;
      readonly fraction: number;
      readonly stage: string | null;
    }
  | { readonly phase: 'done'; readonly runId: string }
  | { readonly phase: 'failed'; readonly runId: string; readonly failure: Failure }
  | { readonly phase: 'canceled'; readonly runId: string };

export type JobEvent =
  | { readonly type: 'started'; readonly runId: string }
  | { readonly type: 'upload-progressed'; readonly runId: string; readonly fraction: number }
  /** The photo is uploaded; the request is sent, and may have been accepted already. */
  | { readonly type: 'uploaded'; readonly runId: string }
  | {
      readonly type: 'task-progressed';
      readonly runId: string;
      readonly task: Pick<TaskState, 'status' | 'progress' | 'stage'>;
    }
  | { readonly type: 'succeeded'; readonly runId: string }
  | { readonly type: 'failed'; readonly runId: string; readonly failure: Failure }
  | { readonly type: 'canceled'; readonly runId: string }
  | { readonly type: 'reset' };

export const IDLE: JobState = { phase: 'idle' };

/** Whether a run is in progress: it has started and not yet ended. */
export const isActive = (
  job: JobState,
): job is Extract<JobState, { phase: 'reading' | 'uploading' | 'queued' | 'running' }> =>
  job.phase === 'reading' || job.phase === 'uploading' || job.phase === 'queued' || job.phase === 'running';

const clampFraction = (value: number): number =>
  Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;

/** State after an event; returns the same object if the event changes nothing. */
export function reduceJob(job: JobState, event: JobEvent): JobState {
  if (event.type === 'reset') return IDLE;
  if (event.type === 'started') return isActive(job) ? job : { phase: 'reading', runId: event.runId };
  if (!isActive(job) || job.runId !== event.runId) return job;
  const { runId } = job;
  switch (event.type) {
    case 'upload-progressed': {
      if (job.phase !== 'reading' && job.phase !== 'uploading') return job;
      const before = job.phase === 'uploading' ? job.fraction : 0;
      return { phase: 'uploading', runId, fraction: Math.max(before, clampFraction(event.fraction)) };
    }
    case 'uploaded':
      return job.phase === 'running' ? job : { phase: 'queued', runId, stage: null };
    case 'task-progressed':
      return progressTask(job, event.task);
    case 'succeeded':
      return { phase: 'done', runId };
    case 'failed':
      return { phase: 'failed', runId, failure: event.failure };
    case 'canceled':
      return { phase: 'canceled', runId };
  }
}

/**
 * State after an update of a task. Stream and polling may report out of order, so progress never decreases, and a
 * started task doesn't return to the queue.
 */
function progressTask(
  job: Extract<JobState, { phase: 'reading' | 'uploading' | 'queued' | 'running' }>,
  task: Pick<TaskState, 'status' | 'progress' | 'stage'>,
): JobState {
  const stage = task.stage ?? null;
  if (task.status === 'PENDING') {
    return job.phase === 'running' ? job : { phase: 'queued', runId: job.runId, stage };
  }
  if (task.status !== 'STARTED') return job;
  const before = job.phase === 'running' ? job.fraction : 0;
  return {
    phase: 'running',
    runId: job.runId,
    fraction: Math.max(before, clampFraction(task.progress)),
    stage,
  };
}
