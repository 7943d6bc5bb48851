import { TASK_TOOLS } from '@packshot/contract';
import type { TaskTool } from '@packshot/contract';
import type { JobName } from './job-queue.ts';
import type { QueueDefinition } from './job.ts';

/** Number of concurrent recipe jobs per worker. */
export const RECIPES_AT_ONCE = 4;

const ABANDONED_TASKS: QueueDefinition = {
  name: 'abandoned-task',
  concurrency: 1,
  // The job is a single database transaction, which is worth retrying during a database outage. If all retries fail,
  // the sweeper does its work.
  retry: { limit: 20, delaySeconds: 1, longestDelaySeconds: 30 },
};

/**
 * Jobs of all tools except recipes, in one order and with one limit on a worker's computations. Retries cover a crashed
 * worker or an object store that is unavailable for a few seconds; errors caused by the pictures aren't retried.
 */
const TOOLS: QueueDefinition = {
  name: 'tools',
  concurrency: 'cpu',
  retry: { limit: 3, delaySeconds: 1, longestDelaySeconds: 15 },
  deadLetter: ABANDONED_TASKS,
};

/**
 * Jobs of photos in runs. They have their own queue, because they wait in the engine until it is free: in the queue of
 * tools they would occupy slots that interactive requests need. Several run at once, so that reading and storing files
 * overlaps with the computation of other photos.
 */
const RECIPES: QueueDefinition = { ...TOOLS, name: 'recipes', concurrency: RECIPES_AT_ONCE };

/**
 * Jobs whose work is done by other engines. Waiting for an engine uses no CPU, so these jobs don't queue behind
 * CPU-heavy ones. The settings of each engine limit its concurrent calls. If an engine refuses, its adapter retries;
 * the queue retries only our own errors.
 */
const PROVIDER: QueueDefinition = {
  name: 'provider',
  concurrency: 8,
  retry: { limit: 2, delaySeconds: 2, longestDelaySeconds: 15 },
  deadLetter: ABANDONED_TASKS,
};

const MAILS: QueueDefinition = {
  name: 'mail',
  concurrency: 2,
  // Retries for a quarter of an hour, long enough for mail servers with graylisting (which refuse the first attempts).
  // A link that arrives later is useless.
  retry: { limit: 8, delaySeconds: 5, longestDelaySeconds: 300 },
};

const FORWARDED_EVENTS: QueueDefinition = {
  name: 'forward-events',
  concurrency: 1,
  // Retries for more than an hour in total, enough for an outage of the service; no user waits for these jobs.
  retry: { limit: 10, delaySeconds: 10, longestDelaySeconds: 1200 },
};

const WEBHOOKS: QueueDefinition = {
  name: 'webhook',
  // Many at once, because waiting for webhook receivers uses no CPU. Even two organizations with ten hanging webhooks
  // each leave slots for others.
  concurrency: 32,
  // Retries cover only our own errors. A scheduled round queues due deliveries again anyway.
  retry: { limit: 2, delaySeconds: 2, longestDelaySeconds: 15 },
};

const RUN_DELIVERIES: QueueDefinition = {
  name: 'run-delivery',
  // Waiting for buckets uses no CPU, but each file is in memory while it is sent.
  concurrency: 4,
  // Retries cover only our own errors. A scheduled round queues due files again anyway.
  retry: { limit: 2, delaySeconds: 2, longestDelaySeconds: 15 },
};

/** Tools whose jobs have a queue of their own. */
const OWN_QUEUES: { readonly [Name in TaskTool]?: QueueDefinition } = { recipe: RECIPES };

export const QUEUE_OF_JOB: Readonly<Record<JobName, QueueDefinition>> = {
  ...(Object.fromEntries(TASK_TOOLS.map((name) => [name, OWN_QUEUES[name] ?? TOOLS])) as Readonly<
    Record<TaskTool, QueueDefinition>
  >),
  provider: PROVIDER,
  'abandoned-task': ABANDONED_TASKS,
  mail: MAILS,
  'forward-events': FORWARDED_EVENTS,
  'run-delivery': RUN_DELIVERIES,
  webhook: WEBHOOKS,
};

/** Name of the queue for the jobs of all tools except recipes. */
export const TOOLS_QUEUE = TOOLS.name;
