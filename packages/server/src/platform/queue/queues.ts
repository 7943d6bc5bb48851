import { TASK_TOOLS } from '@packshot/contract';
import type { TaskTool } from '@packshot/contract';
import type { JobName } from './job-queue.ts';
import type { QueueDefinition } from './job.ts';

/** In one worker. */
export const RECIPES_AT_ONCE = 4;

const ABANDONED_TASKS: QueueDefinition = {
  name: 'abandoned-task',
  concurrency: 1,
  // One database transaction: worth trying for as long as the database may be away. The sweeper is behind it.
  retry: { limit: 20, delaySeconds: 1, longestDelaySeconds: 30 },
};

/**
 * The work of all tools: one bound on what a worker computes at once, one order. Retries are for a crash of the
 * worker or a store that is away for half a minute; what the pictures themselves are to blame for is never tried again.
 */
const TOOLS: QueueDefinition = {
  name: 'tools',
  concurrency: 'cpu',
  retry: { limit: 3, delaySeconds: 1, longestDelaySeconds: 15 },
  deadLetter: ABANDONED_TASKS,
};

/**
 * The photos of runs, which wait in the engine until nobody else needs it: here they would keep a place from those who do. More than the engine's
 * processes take at once, so that reading and keeping one's files goes on beside the work on others.
 */
const RECIPES: QueueDefinition = { ...TOOLS, name: 'recipes', concurrency: RECIPES_AT_ONCE };

/**
 * Work that other engines do. Waiting for one takes no processor, so that it does not wait behind what does; how many calls go to an engine
 * at once is the engine's own setting. What an engine refuses is tried again by its adapter; here only what broke on our side is.
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
  // Graylisting servers want a quarter of an hour; a link that comes later than this helps nobody.
  retry: { limit: 8, delaySeconds: 5, longestDelaySeconds: 300 },
};

const FORWARDED_EVENTS: QueueDefinition = {
  name: 'forward-events',
  concurrency: 1,
  // Some two hours in all: long enough for a service's bad day, and nobody waits for it.
  retry: { limit: 10, delaySeconds: 10, longestDelaySeconds: 1200 },
};

const WEBHOOKS: QueueDefinition = {
  name: 'webhook',
  // Waiting for others' servers takes no processor. Two organizations whose ten webhooks all hang leave places for others.
  concurrency: 32,
  // Of what breaks on our side. A round looks for due deliveries anyway.
  retry: { limit: 2, delaySeconds: 2, longestDelaySeconds: 15 },
};

const RUN_DELIVERIES: QueueDefinition = {
  name: 'run-delivery',
  // Waiting for others' servers takes no processor, but each file is in memory while it is sent.
  concurrency: 4,
  // Of what breaks on our side. A round looks for due files anyway.
  retry: { limit: 2, delaySeconds: 2, longestDelaySeconds: 15 },
};

/** Of tools whose jobs wait apart from those of others. */
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

/** The line in which people wait. */
export const TOOLS_QUEUE = TOOLS.name;
