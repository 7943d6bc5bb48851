import { OWN_MESSAGES } from '@packshot/contract';
import type { JobHandler } from '../job.ts';
import { pictureTask } from '../picture-task.ts';

export const jobName = 'harmonize';

export const handle: JobHandler<typeof jobName> = pictureTask({
  tool: jobName,
  stage: OWN_MESSAGES.harmonizing,
  async compute({ engine, input: { imageKey, maskKey, strength }, readPhoto, readMask, options }) {
    const [composite, productAlpha] = await Promise.all([readPhoto(imageKey), readMask(maskKey)]);
    return engine.run('harmonize', { composite, productAlpha, strength }, options);
  },
});
