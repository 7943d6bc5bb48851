import type { JobHandler } from '../../platform/queue/job.ts';
import type { TaskJobDependencies } from './task-runner.ts';

export const jobName = 'abandoned-task';

/** Runs after the last retry of a task's job failed: ends the task and refunds its credit. */
export const handle: JobHandler<typeof jobName, Pick<TaskJobDependencies, 'lifecycle' | 'logger'>> = async (
  { taskId },
  { lifecycle, logger },
) => {
  const hasEnded = await lifecycle.fail({ taskId }, 'TASK_FAILED');
  if (hasEnded) logger.error({ taskId }, 'task given up after its last retry');
};
