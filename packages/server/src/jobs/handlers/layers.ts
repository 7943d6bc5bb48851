import { OWN_MESSAGES, SCENE_LAYERS } from '@packshot/contract';
import { TaskRefusal } from '../task-runner.ts';
import type { JobHandler } from '../job.ts';
import { pictureTask } from '../picture-task.ts';

export const jobName = 'layers';

/**
 * Makes a scene again, which gives the same bytes, and keeps one of its parts: the variant says which. Scenes take about a second,
 * so that each part is a task like any other rather than a result of a shape of its own.
 */
export const handle: JobHandler<typeof jobName> = pictureTask({
  tool: jobName,
  stage: OWN_MESSAGES.takingApart,
  async compute({ engine, input: { scene, variant: of }, variant, readPhoto, options }) {
    const { tool: _tool, imageKey, referenceKey, ...wish } = scene;
    const layer = SCENE_LAYERS[variant];
    if (imageKey === undefined || layer === undefined) throw new TaskRefusal('NOT_FOUND');
    const product = await readPhoto(imageKey);
    const reference = referenceKey === undefined ? undefined : await readPhoto(referenceKey);
    const { layers, standard, widthPx, heightPx } = await engine.run(
      'scene',
      { ...wish, product, reference, variant: of, withLayers: true },
      options,
    );
    if (layers === undefined) throw new TaskRefusal('NOT_FOUND');
    return { full: layers[layer], standard, widthPx, heightPx };
  },
});
