import { TASK_TOOLS } from '@packshot/contract';
import type { TaskTool } from '@packshot/contract';
import type { JobDefinition, JobDefinitions } from '../platform/queue/job.ts';
import { QUEUE_OF_JOB } from '../platform/queue/queues.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

const toolJob = <Name extends TaskTool>(name: Name): JobDefinition<Name, WorkerDependencies> => ({
  queue: QUEUE_OF_JOB[name],
  loadHandler: async () => (await import('../tools/jobs/tool.ts')).toolHandler(name),
});
type ToolJobs = { readonly [Name in TaskTool]: JobDefinition<Name, WorkerDependencies> };

/** Definitions of all kinds of jobs: one per tool, and one for each other kind in `JobPayloads`. */
export const JOB_DEFINITIONS: JobDefinitions<WorkerDependencies> = {
  ...(Object.fromEntries(TASK_TOOLS.map((name) => [name, toolJob(name)])) as ToolJobs),
  provider: { queue: QUEUE_OF_JOB.provider, loadHandler: () => import('../tools/jobs/provider.ts') },
  'abandoned-task': {
    queue: QUEUE_OF_JOB['abandoned-task'],
    loadHandler: () => import('../tools/jobs/abandoned-task.ts'),
  },
  mail: { queue: QUEUE_OF_JOB.mail, loadHandler: () => import('../service/mail/job.ts') },
  'forward-events': {
    queue: QUEUE_OF_JOB['forward-events'],
    loadHandler: () => import('../service/events/job.ts'),
  },
  'run-delivery': {
    queue: QUEUE_OF_JOB['run-delivery'],
    loadHandler: () => import('../catalog/delivery-job.ts'),
  },
  webhook: { queue: QUEUE_OF_JOB.webhook, loadHandler: () => import('../api/webhooks/job.ts') },
};
