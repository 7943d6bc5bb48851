import type { AnyJobDefinition } from './job.ts';

/**
 * How every tool's work is queued. Retries are for a crash of the worker or a store that is away for half a minute;
 * what the pictures themselves are to blame for is never tried again.
 */
const TOOL_JOB = {
  concurrency: 'cpu',
  retry: { limit: 3, delaySeconds: 1, longestDelaySeconds: 15 },
  deadLetter: 'abandoned-task',
} as const;

/** Every kind of job. A new one is added here, to `JobPayloads`, and as a file under `handlers/`. */
export const JOB_DEFINITIONS: readonly AnyJobDefinition[] = [
  { name: 'remove-background', ...TOOL_JOB, loadHandler: () => import('./handlers/remove-background.ts') },
  { name: 'magic', ...TOOL_JOB, loadHandler: () => import('./handlers/magic.ts') },
  { name: 'upscale', ...TOOL_JOB, loadHandler: () => import('./handlers/upscale.ts') },
  { name: 'harmonize', ...TOOL_JOB, loadHandler: () => import('./handlers/harmonize.ts') },
  { name: 'describe', ...TOOL_JOB, loadHandler: () => import('./handlers/describe.ts') },
  {
    name: 'abandoned-task',
    concurrency: 1,
    // One database transaction: worth trying for as long as the database may be away. The sweeper is behind it.
    retry: { limit: 20, delaySeconds: 1, longestDelaySeconds: 30 },
    loadHandler: () => import('./handlers/abandoned-task.ts'),
  },
  {
    name: 'mail',
    concurrency: 2,
    // Greylisting servers want a quarter of an hour; a link that comes later than this helps nobody.
    retry: { limit: 8, delaySeconds: 5, longestDelaySeconds: 300 },
    loadHandler: () => import('./handlers/mail.ts'),
  },
];
