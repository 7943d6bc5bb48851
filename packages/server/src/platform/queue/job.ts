import type { JobName, JobPayloads } from './job-queue.ts';

/** Signals that abort a running job. */
export interface JobSignals {
  /** Aborts when the worker process ends; the job is returned to the queue. */
  readonly shutdown: AbortSignal;
  /** Aborts when the queue has given the job to another worker. */
  readonly claimLost: AbortSignal;
}

/**
 * Handler of a kind of job. When it returns, the job is complete; when it throws, the queue retries the job, with
 * growing pauses.
 */
export type JobHandler<Name extends JobName, Deps> = (
  payload: JobPayloads[Name],
  deps: Deps,
  signals: JobSignals,
) => Promise<void>;

export interface HandlerModule<Name extends JobName, Deps> {
  readonly jobName: Name;
  readonly handle: JobHandler<Name, Deps>;
}

/** A queue whose jobs run in order of priority, regardless of their kind. */
export interface QueueDefinition {
  readonly name: string;
  /** Number of concurrent jobs of this queue per worker process; `cpu` for the configured number of CPU-heavy jobs. */
  readonly concurrency: number | 'cpu';
  readonly retry: {
    /** Maximum number of retries after the first attempt. */
    readonly limit: number;
    /** Pause before the first retry. It doubles each time, with jitter, up to `longestDelaySeconds`. */
    readonly delaySeconds: number;
    readonly longestDelaySeconds: number;
  };
  /** Queue that receives jobs whose last retry failed. It holds a single kind of job. */
  readonly deadLetter?: QueueDefinition;
}

/** Definition of a kind of job, without its code, so that the API process knows it without loading the handler. */
export interface JobDefinition<Name extends JobName, Deps> {
  readonly queue: QueueDefinition;
  readonly loadHandler: () => Promise<HandlerModule<Name, Deps>>;
}

/** One definition for each kind of job in `JobPayloads`. Omitting one is a compile error. */
export type JobDefinitions<Deps = never> = { readonly [Name in JobName]: JobDefinition<Name, Deps> };

export interface RunnableJob<Deps> {
  readonly name: JobName;
  readonly queue: QueueDefinition;
  readonly run: (payload: unknown, deps: Deps, signals: JobSignals) => Promise<void>;
}

/**
 * Loads every handler, before a worker takes its first job.
 * @throws Error if the module of a kind of job exports the handler of another kind
 */
export async function loadJobs<Deps>(
  definitions: JobDefinitions<Deps>,
): Promise<readonly RunnableJob<Deps>[]> {
  return Promise.all(listJobNames(definitions).map((name) => loadJob(name, definitions[name])));
}

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
    // The type is erased: jobs are enqueued under their kind's name, so the payload fits the handler.
    run: (payload, deps, signals) => handle(payload as never, deps, signals),
  };
}
