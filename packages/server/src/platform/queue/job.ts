import type { JobName, JobPayloads } from './job-queue.ts';

/** Signals that abort a delivered job. */
export interface JobSignals {
  /** Aborts when the worker process ends; the job is returned to the queue. */
  readonly shutdown: AbortSignal;
  /** Aborts when the queue has given the job to another worker. */
  readonly claimLost: AbortSignal;
}

/** Does one job. Returning completes it; throwing makes the queue retry it, with growing pauses. */
export type JobHandler<Name extends JobName, Deps> = (
  payload: JobPayloads[Name],
  deps: Deps,
  signals: JobSignals,
) => Promise<void>;

/** Exports of a handler's module. */
export interface HandlerModule<Name extends JobName, Deps> {
  readonly jobName: Name;
  readonly handle: JobHandler<Name, Deps>;
}

/** A queue of jobs, which run in order of priority, regardless of their kind. */
export interface QueueDefinition {
  readonly name: string;
  /** Concurrent jobs of this queue per worker process; `cpu` for the configured number of CPU-heavy jobs. */
  readonly concurrency: number | 'cpu';
  readonly retry: {
    /** Number of deliveries after the first. */
    readonly limit: number;
    /** Pause before the first retry; doubles each time, with jitter, up to `longestDelaySeconds`. */
    readonly delaySeconds: number;
    readonly longestDelaySeconds: number;
  };
  /** Queue that receives jobs whose last delivery failed. Holds a single kind of job. */
  readonly deadLetter?: QueueDefinition;
}

/** A kind of job without its code, so that the API knows it without loading a handler. */
export interface JobDefinition<Name extends JobName, Deps> {
  readonly queue: QueueDefinition;
  readonly loadHandler: () => Promise<HandlerModule<Name, Deps>>;
}

/** One definition for each kind of job with a payload; a table that omits one doesn't compile. */
export type JobDefinitions<Deps = never> = { readonly [Name in JobName]: JobDefinition<Name, Deps> };

/** A kind of job with its handler loaded. */
export interface RunnableJob<Deps> {
  readonly name: JobName;
  readonly queue: QueueDefinition;
  readonly run: (payload: unknown, deps: Deps, signals: JobSignals) => Promise<void>;
}

/**
 * Loads every handler, before a worker takes its first job.
 * @throws Error if a kind of job has a handler meant for another
 */
export async function loadJobs<Deps>(
  definitions: JobDefinitions<Deps>,
): Promise<readonly RunnableJob<Deps>[]> {
  return Promise.all(listJobNames(definitions).map((name) => loadJob(name, definitions[name])));
}

/** The table's keys are the names of all kinds of jobs. */
const listJobNames = (definitions: JobDefinitions): JobName[] => Object.keys(definitions) as JobName[];

async function loadJob<Deps>(
  name: JobName,
  { queue, loadHandler }: JobDefinitions<Deps>[JobName],
): Promise<RunnableJob<Deps>> {
  const { jobName, handle } = await loadHandler();
  if (jobName !== name) throw new Error(`The job ${name} is given the handler of ${jobName}`);
  return {
    name,
    queue,
    // A queue holds jobs enqueued under its name, so the payload fits the handler.
    run: (payload, deps, signals) => handle(payload as never, deps, signals),
  };
}
