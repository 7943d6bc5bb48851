import { OWN_MESSAGES } from '@packshot/contract';
import { engineTask } from '../engine-task.ts';
import type { JobHandler } from '../job.ts';
import { TaskRefusal } from '../task-runner.ts';

export const jobName = 'describe';

export const handle: JobHandler<typeof jobName> = engineTask(
  {
    tool: jobName,
    stage: OWN_MESSAGES.describing,
    compute: async ({ engine, input, readPhoto, options }) =>
      engine.run('describe', { photo: await readPhoto(input.imageKey) }, options),
  },
  async (_task, { finalDescription }) => {
    // The same photo would have nothing to say the next time either: to be told to try again would be wrong advice.
    if (finalDescription === null) throw new TaskRefusal('NO_SUBJECT');
    return { finalDescription };
  },
);
