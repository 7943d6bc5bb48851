import { JOB_NAMES } from '../domain/ports/job-queue.ts';
import type { JobName, JobPayloads } from '../domain/ports/job-queue.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** When a delivered job must be given up, and for which reason. */
export interface JobSignals {
  /** The worker process ends: hand the work back. */
  readonly shutdown: AbortSignal;
  /** The queue has given the job to somebody else. */
  readonly claimLost: AbortSignal;
}

/** Does one job. Returning completes it; throwing lets the queue try again, with growing pauses. */
export type JobHandler<Name extends JobName> = (
  payload: JobPayloads[Name],
  deps: WorkerDependencies,
  signals: JobSignals,
) => Promise<void>;

/** What a handler's module exports. */
export interface HandlerModule<Name extends JobName> {
  readonly jobName: Name;
  readonly handle: JobHandler<Name>;
}

/** Where jobs wait. Those of one queue are taken in the order of their turns, whatever kind they are. */
export interface QueueDefinition {
  readonly name: string;
  /** Jobs of this queue at once in one worker process; `cpu`: as many as the configuration allows CPU-heavy ones. */
  readonly concurrency: number | 'cpu';
  readonly retry: {
    /** Further deliveries after the first. */
    readonly limit: number;
    /** Pause before the first of them; it doubles each time, with jitter, up to `longestDelaySeconds`. */
    readonly delaySeconds: number;
    readonly longestDelaySeconds: number;
  };
  /** The queue that gets what the last delivery has failed with. It holds one kind of job. */
  readonly deadLetter?: QueueDefinition;
}

/** A kind of job, apart from what it does: the API knows these without loading a handler. */
export interface JobDefinition<Name extends JobName = JobName> {
  readonly name: Name;
  readonly queue: QueueDefinition;
  readonly loadHandler: () => Promise<HandlerModule<Name>>;
}

export type AnyJobDefinition = { [Name in JobName]: JobDefinition<Name> }[JobName];

/** A definition with its handler loaded. */
export interface RunnableJob {
  readonly definition: AnyJobDefinition;
  readonly run: (payload: unknown, deps: WorkerDependencies, signals: JobSignals) => Promise<void>;
}

/**
 * Loads every handler. A worker does this before it takes its first job.
 * @throws Error unless each kind of job has exactly one definition and a handler that is meant for it
 */
export async function loadJobs(definitions: readonly AnyJobDefinition[]): Promise<readonly RunnableJob[]> {
  for (const name of JOB_NAMES) {
    const found = definitions.filter((definition) => definition.name === name).length;
    if (found !== 1) throw new Error(`The job ${name} has ${found} definitions; it needs exactly one`);
  }
  return Promise.all(definitions.map((definition) => loadJob(definition)));
}

async function loadJob(definition: AnyJobDefinition): Promise<RunnableJob> {
  const { jobName, handle } = await definition.loadHandler();
  if (jobName !== definition.name) {
    throw new Error(`The job ${definition.name} is given the handler of ${jobName}`);
  }
  return {
    definition,
    // A queue holds what was enqueued under its name, so the payload is the handler's.
    run: (payload, deps, signals) => handle(payload as never, deps, signals),
  };
}
