import { MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import type { StoredScene } from '../../domain/generations/model.ts';
import { engineTask } from '../engine-task.ts';
import type { JobHandler } from '../job.ts';
import { storePicture } from '../picture-task.ts';

export const jobName = 'scene';

/** One variant. Those of a request know of each other by their number alone: any worker may make any of them. */
export const handle: JobHandler<typeof jobName> = engineTask(
  {
    tool: jobName,
    stage: OWN_MESSAGES.composingScene,
    // A photo that is no cut-out is cut out first.
    engineStages: { segment: MESSAGES.removingBackground, refine: MESSAGES.removingBackground },
    async compute({ engine, input, variant, readPhoto, options }) {
      const { tool: _tool, imageKey, referenceKey, ...wish } = input;
      const [product, reference] = await Promise.all([
        imageKey === undefined ? null : readPhoto(imageKey),
        referenceKey === undefined ? undefined : readPhoto(referenceKey),
      ]);
      return engine.run('scene', { ...wish, product, reference, variant }, options);
    },
  },
  async (task, made, deps, signal): Promise<StoredScene> => {
    const { facts, seed, placement } = made;
    const picture = await storePicture(task, made, deps, signal);
    return { ...picture, scene: { facts, seed, placement: placement ?? null } };
  },
);
