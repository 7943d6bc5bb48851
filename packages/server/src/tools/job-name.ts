import type { TaskTool } from '@packshot/contract';
import type { JobName } from '../platform/queue/job-queue.ts';

/** The job that does a task: waiting for a provider is not computing, and must not keep other tasks from the processor. */
export const jobNameOf = (tool: TaskTool, hasEngine: boolean): JobName & (TaskTool | 'provider') =>
  hasEngine ? 'provider' : tool;
