import { OWN_MESSAGES } from '@packshot/contract';
import { engineTask } from '../engine-task.ts';
import type { JobHandler } from '../job.ts';
import { storePicture } from '../picture-task.ts';

export const jobName = 'export';

const AVIF = { extension: 'avif', contentType: 'image/avif' } as const;

/** What was prepared in the browser, or a result as it is, written by an encoder that browsers lack. */
export const handle: JobHandler<typeof jobName> = engineTask(
  {
    tool: jobName,
    stage: OWN_MESSAGES.writingFile,
    async compute({ engine, input: { imageKey, quality, metadata }, readPhoto, options }) {
      return engine.run('export', { photo: await readPhoto(imageKey), quality, metadata }, options);
    },
  },
  (task, made, deps, signal) => storePicture(task, made, deps, signal, AVIF),
);
