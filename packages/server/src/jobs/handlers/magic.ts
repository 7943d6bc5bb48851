import { OWN_MESSAGES } from '@packshot/contract';
import type { JobHandler } from '../job.ts';
import { pictureTask } from '../picture-task.ts';

export const jobName = 'magic';

export const handle: JobHandler<typeof jobName> = pictureTask({
  tool: jobName,
  stage: OWN_MESSAGES.applyingMagic,
  async compute({ engine, input: { imageKey, maskKey, prompt }, readPhoto, readMask, options }) {
    const [photo, mask] = await Promise.all([readPhoto(imageKey), readMask(maskKey)]);
    return engine.run('magic', { photo, mask, prompt }, options);
  },
});
