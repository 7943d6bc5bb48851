import type { JobName, JobPayloads } from './job-queue.ts';

/** When a delivered job must be given up, and for which reason. */
export interface JobSignals {
  /** The worker process ends: hand the work back. */
  readonly shutdown: AbortSignal;
  /** The queue has given the job to somebody else. */
  readonly claimLost: AbortSignal;
}

/** Does one job. Returning completes it; throwing lets the queue try again, with growing pauses. */
export type JobHandler<Name extends JobName, Deps> = (
  payload: JobPayloads[Name],
  deps: Deps,
  signals: JobSignals,
) => Promise<void>;

/** What a handler's module exports. */
export interface HandlerModule<Name extends JobName, Deps> {
  readonly jobName: Name;
  readonly handle: JobHandler<Name, Deps>;
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
export interface JobDefinition<Name extends JobName, Deps> {
  readonly queue: QueueDefinition;
  readonly loadHandler: () => Promise<HandlerModule<Name, Deps>>;
}

/** One definition for each kind of job that has a payload: a table that leaves one out does not compile. */
export type JobDefinitions<Deps = never> = { readonly [Name in JobName]: JobDefinition<Name, Deps> };

/** A kind of job with its handler loaded. */
export interface RunnableJob<Deps> {
  readonly name: JobName;
  readonly queue: QueueDefinition;
  readonly run: (payload: unknown, deps: Deps, signals: JobSignals) => Promise<void>;
}

/**
 * Loads every handler. A worker does this before it takes its first job.
 * @throws Error when a kind of job is given a handler that is meant for another
 */
export async function loadJobs<Deps>(
  definitions: JobDefinitions<Deps>,
): Promise<readonly RunnableJob<Deps>[]> {
  return Promise.all(jobNamesOf(definitions).map((name) => loadJob(name, definitions[name])));
}

/** The table's keys are the names of all kinds of jobs. */
const jobNamesOf = (definitions: JobDefinitions): JobName[] => Object.keys(definitions) as JobName[];

async function loadJob<Deps>(
  name: JobName,
  { queue, loadHandler }: JobDefinitions<Deps>[JobName],
): Promise<RunnableJob<Deps>> {
  const { jobName, handle } = await loadHandler();
  if (jobName !== name) throw new Error(`The job ${name} is given the handler of ${jobName}`);
  return {
    name,
    queue,
    // A queue holds what was enqueued under its name, so the payload is the handler's.
    run: (payload, deps, signals) => handle(payload as never, deps, signals),
  };
}
