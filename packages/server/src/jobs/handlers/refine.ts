import { OWN_MESSAGES } from '@packshot/contract';
import type { JobHandler } from '../job.ts';
import { pictureTask } from '../picture-task.ts';

export const jobName = 'refine';

export const handle: JobHandler<typeof jobName> = pictureTask({
  tool: jobName,
  stage: OWN_MESSAGES.refining,
  async compute({ engine, input: { imageKey, matteKey, strokesKey, edges }, readPhoto, readMask, options }) {
    // An uploaded cut-out shows colors of its own.
    const [photo, cutOut] = [await readPhoto(imageKey), await readPhoto(matteKey)];
    return engine.run('refine', { photo, cutOut, strokes: await readMask(strokesKey), edges }, options);
  },
});
