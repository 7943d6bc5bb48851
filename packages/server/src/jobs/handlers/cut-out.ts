import { MESSAGES } from '@packshot/contract';
import type { JobHandler } from '../job.ts';
import { pictureTask } from '../picture-task.ts';

export const jobName = 'cut-out';

export const handle: JobHandler<typeof jobName> = pictureTask({
  tool: jobName,
  stage: MESSAGES.removingBackground,
  compute: async ({ engine, input, readPhoto, options }) =>
    engine.run('cut-out', { photo: await readPhoto(input.imageKey) }, options),
});
