import { TASK_TOOLS } from '@packshot/contract';
import type { TaskTool } from '@packshot/contract';
import type { JobName } from './job-queue.ts';
import type { QueueDefinition } from './job.ts';

/** Concurrent recipe jobs per worker. */
export const RECIPES_AT_ONCE = 4;

const ABANDONED_TASKS: QueueDefinition = {
  name: 'abandoned-task',
  concurrency: 1,
  // One database transaction, worth retrying during a database outage. The sweeper is the fallback.
  retry: { limit: 20, delaySeconds: 1, longestDelaySeconds: 30 },
};

/**
 * Work of all tools, in one order and with one limit on a worker's computations. Retries cover a crashed worker or a
 * store that is unavailable for half a minute; errors caused by the pictures are never retried.
 */
const TOOLS: QueueDefinition = {
  name: 'tools',
  concurrency: 'cpu',
  retry: { limit: 3, delaySeconds: 1, longestDelaySeconds: 15 },
  deadLetter: ABANDONED_TASKS,
};

/**
 * Photos of runs, which wait in the engine until it is free. In the tools queue they would occupy slots that
 * interactive requests need. Allows more jobs than the engine has processes, so that reading and storing files overlaps
 * with other photos' work.
 */
const RECIPES: QueueDefinition = { ...TOOLS, name: 'recipes', concurrency: RECIPES_AT_ONCE };

/**
 * Work done by other engines. Waiting for them uses no CPU, so it doesn't queue behind CPU-heavy jobs; concurrent calls
 * per engine are limited by its own setting. The adapter retries refusals of an engine; only our own errors are retried
 * here.
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
  // Covers graylisting servers, which require a quarter of an hour; a link that arrives later is useless.
  retry: { limit: 8, delaySeconds: 5, longestDelaySeconds: 300 },
};

const FORWARDED_EVENTS: QueueDefinition = {
  name: 'forward-events',
  concurrency: 1,
  // About two hours in total, enough for a service outage; no user waits for it.
  retry: { limit: 10, delaySeconds: 10, longestDelaySeconds: 1200 },
};

const WEBHOOKS: QueueDefinition = {
  name: 'webhook',
  // Waiting for other servers uses no CPU. Two organizations whose ten webhooks all hang still leave slots for others.
  concurrency: 32,
  // Covers our own errors only. A scheduled round finds due deliveries anyway.
  retry: { limit: 2, delaySeconds: 2, longestDelaySeconds: 15 },
};

const RUN_DELIVERIES: QueueDefinition = {
  name: 'run-delivery',
  // Waiting for other servers uses no CPU, but each file is in memory while it is sent.
  concurrency: 4,
  // Covers our own errors only. A scheduled round finds due files anyway.
  retry: { limit: 2, delaySeconds: 2, longestDelaySeconds: 15 },
};

/** Tools whose jobs wait in a separate queue. */
const OWN_QUEUES: { readonly [Name in TaskTool]?: QueueDefinition } = { recipe: RECIPES };

/** Queue of each kind of job. */
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

/** Queue of interactive requests. */
export const TOOLS_QUEUE = TOOLS.name;
