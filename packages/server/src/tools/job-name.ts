import type { TaskTool } from '@packshot/contract';
import type { JobName } from '../platform/queue/job-queue.ts';

/**
 * Name of the job that does a task's work. Tasks of other engines (providers) have their own kind of job: waiting for
 * a provider uses no CPU, so it must not block other tasks.
 */
export const getJobName = (tool: TaskTool, hasEngine: boolean): JobName & (TaskTool | 'provider') =>
  hasEngine ? 'provider' : tool;
