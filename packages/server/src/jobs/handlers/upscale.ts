import { OWN_MESSAGES } from '@packshot/contract';
import type { JobHandler } from '../job.ts';
import { pictureTask } from '../picture-task.ts';

export const jobName = 'upscale';

export const handle: JobHandler<typeof jobName> = pictureTask({
  tool: jobName,
  stage: OWN_MESSAGES.enlarging,
  compute: async ({ engine, input: { imageKey, factor, mode }, readPhoto, options }) =>
    engine.run('upscale', { photo: await readPhoto(imageKey), factor, mode }, options),
});
