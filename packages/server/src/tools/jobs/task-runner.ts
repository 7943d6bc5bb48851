import type { ClaimedTask, StoredTaskResult } from '../model.ts';
import type { Job } from '../../platform/queue/job-queue.ts';
import { TaskRefusal } from '../work/task.ts';
import type { TaskContext, ToolDependencies } from '../work/task.ts';
import type { JobSignals } from '../../platform/queue/job.ts';
import { createProgressReporter } from './progress-reporter.ts';
import type { TaskFeed } from '../task-feed.ts';
import type { TaskLifecycle } from '../lifecycle.ts';
import type { ToolDatabase } from '../stores.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';

export interface TaskJobDependencies extends ToolDependencies {
  readonly database: ToolDatabase;
  readonly lifecycle: TaskLifecycle;
  /** Feed that notifies about canceled tasks. */
  readonly cancellations: TaskFeed;
  readonly tracing: Tracing;
  readonly logger: Logger;
}

/** Error that ends the job because another kind of job should do the task from the start. */
export class Requeue extends Error {
  readonly job: Extract<Job, { payload: { taskId: string } }>['name'];
  constructor(job: Requeue['job'], options?: ErrorOptions) {
    super(`The task is for another job: ${job}`, options);
    this.name = 'Requeue';
    this.job = job;
  }
}

/**
 * Reason why the worker stops a running task: the task ended or timed out, the process shuts down, or another worker
 * has the job.
 */
class TaskStop extends Error {
  readonly kind: 'ended' | 'deadline' | 'shutdown' | 'claim-lost';
  constructor(kind: TaskStop['kind']) {
    super(`The task was stopped: ${kind}`);
    this.name = 'TaskStop';
    this.kind = kind;
  }
}

/**
 * Claims the task of a job, does its work and ends it. Success, refusal and timeout end the task; other errors are
 * thrown, so that the queue runs the job again.
 * @param work does the actual work under the context's signal
 */
export async function runTask(
  job: Extract<Job, { payload: { taskId: string } }>,
  deps: TaskJobDependencies,
  signals: JobSignals,
  work: (task: ClaimedTask, context: TaskContext) => Promise<StoredTaskResult>,
): Promise<void> {
  const { lifecycle, logger, tracing } = deps;
  const { taskId } = job.payload;
  const stop = new AbortController();
  const news = createNews(deps, taskId, signals.claimLost);
  // The worker subscribes to cancellations before it claims the task, so that one in between isn't missed.
  try {
    const task = await tracing.span('claim', { attributes: { 'packshot.task_id': taskId } }, async (span) => {
      const claimed = await lifecycle.claim(taskId);
      if (claimed !== null) span.set({ 'packshot.attempt': claimed.attempt });
      return claimed;
    });
    if (task === null) {
      logger.debug({ taskId }, 'the task has ended already');
      return;
    }
    logger.info({ taskId, attempt: task.attempt }, 'task taken');
    const startedMs = performance.now();
    const reporter = createProgressReporter(
      (progress, stage) => lifecycle.reportProgress(task, progress, stage),
      () => stop.abort(new TaskStop('ended')),
      logger,
    );
    const deadline = setTimeout(() => stop.abort(new TaskStop('deadline')), task.remainingMs);
    const release = abortWith(stop, signals);
    news.listen(() => void reporter.check());
    try {
      stop.signal.throwIfAborted();
      const result = await work(task, { signal: stop.signal, report: reporter.report });
      stop.signal.throwIfAborted();
      const isSettled = await tracing.span('settle', {}, () => lifecycle.succeed(task, result));
      const durationMs = Math.round(performance.now() - startedMs);
      logger.info({ taskId, attempt: task.attempt, durationMs, isSettled }, 'task done');
    } catch (error) {
      await settleWithoutResult(job, task, deps, stop.signal, error);
    } finally {
      clearTimeout(deadline);
      release();
      await reporter.stop();
    }
  } finally {
    news.end();
  }
}

/** Ends a task that has no result. If the task was stopped, the error is a consequence of that and is ignored. */
async function settleWithoutResult(
  job: Extract<Job, { payload: { taskId: string } }>,
  task: ClaimedTask,
  { lifecycle, database, logger }: TaskJobDependencies,
  signal: AbortSignal,
  error: unknown,
): Promise<void> {
  const fields = { taskId: task.id, attempt: task.attempt };
  const ending = { taskId: task.id, attempt: task.attempt };
  const queueAgain = (next: typeof job) =>
    database.transaction(async (stores) => {
      await stores.jobs.enqueue(next);
      await stores.tasks.markQueued([task.id]);
    });
  const stop: unknown = signal.reason;
  if (stop instanceof TaskStop) {
    logger.info({ ...fields, because: stop.kind }, 'task stopped');
    if (stop.kind === 'deadline') await lifecycle.fail(ending, 'TASK_TIMED_OUT');
    // Queues a new job instead of letting this one fail, because a process shutdown doesn't count as a failed attempt.
    if (stop.kind === 'shutdown') await queueAgain(job);
    return;
  }
  if (error instanceof Requeue) {
    logger.info({ ...fields, job: error.job, err: error.cause }, 'task requeued');
    // The new job needs a new payload, because the current one contains the old job's name.
    await queueAgain({ name: error.job, payload: { taskId: task.id } });
    return;
  }
  if (error instanceof TaskRefusal) {
    logger.info({ ...fields, code: error.code, because: getReason(error.cause) }, 'task refused');
    await lifecycle.fail(ending, error.code, error.product);
    return;
  }
  logger.warn({ ...fields, err: error }, 'task attempt failed');
  throw error;
}

/** Message of the error that caused a refusal, for the log. */
const getReason = (cause: unknown): string | undefined =>
  cause instanceof Error ? cause.message : undefined;

function abortWith(stop: AbortController, { shutdown, claimLost }: JobSignals): () => void {
  const onShutdown = () => stop.abort(new TaskStop('shutdown'));
  const onClaimLost = () => stop.abort(new TaskStop('claim-lost'));
  if (shutdown.aborted) onShutdown();
  if (claimLost.aborted) onClaimLost();
  shutdown.addEventListener('abort', onShutdown);
  claimLost.addEventListener('abort', onClaimLost);
  return () => {
    shutdown.removeEventListener('abort', onShutdown);
    claimLost.removeEventListener('abort', onClaimLost);
  };
}

/** Subscribes to change notifications of a task. If a change happens before `listen` is called, `listen` reports it. */
function createNews({ cancellations }: TaskJobDependencies, taskId: string, signal: AbortSignal) {
  let hasNews = false;
  let listener: (() => void) | null = null;
  const onChange = () => {
    hasNews = true;
    listener?.();
  };
  const end = cancellations.subscribe([taskId], onChange, signal);
  return {
    end,
    listen(onNews: () => void) {
      listener = onNews;
      if (hasNews) onNews();
    },
  };
}
