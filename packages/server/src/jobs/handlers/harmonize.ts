import { OWN_MESSAGES } from '@packshot/contract';
import type { JobHandler } from '../job.ts';
import { pictureTask } from '../picture-task.ts';

export const jobName = 'harmonize';

export const handle: JobHandler<typeof jobName> = pictureTask({
  tool: jobName,
  stage: OWN_MESSAGES.harmonizing,
  async compute({ engine, input: { imageKey, maskKey, strength }, read, options }) {
    const [composite, productAlpha] = await Promise.all([read(imageKey), read(maskKey)]);
    return engine.harmonize(composite, productAlpha, { ...options, strength });
  },
});
