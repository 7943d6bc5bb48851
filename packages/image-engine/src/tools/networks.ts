import type { ModelName } from '../models/builds.ts';
import type { UpscaleSession } from '../models/esrgan-session.ts';
import type { ModerationSession } from '../models/moderation-session.ts';
import type { ReadyModel } from '../models/prepare-model.ts';
import type { SegmentationSession } from '../models/segmentation-session.ts';
import type { TextSession } from '../models/text-session.ts';
import { Kept } from './kept.ts';
import type { Forgettable } from './kept.ts';
import type { JobContext } from './tool.ts';

/** A network of the engine's process: opened when a job first needs it, and kept. */
export interface Network<Session> {
  readonly kept: Forgettable;
  open(context: JobContext): Promise<Session>;
}

const MIB = 1024 ** 2;

/** Finds the object in a photo. */
export const segmenter: Network<SegmentationSession> = network(
  'isnet',
  300 * MIB,
  async ({ modelFile, scaling }) => {
    const { openSession } = await import('../models/segmentation-session.ts');
    return openSession(modelFile, scaling);
  },
);

/** Draws a photo larger. */
export const upscaler: Network<UpscaleSession> = network('esrgan', 200 * MIB, async ({ modelFile }) => {
  const { openUpscaleSession } = await import('../models/esrgan-session.ts');
  return openUpscaleSession(modelFile);
});

/** Says how indecent a photo looks. */
export const moderator: Network<ModerationSession> = network('nsfw', 20 * MIB, async ({ modelFile }) => {
  const { openModerationSession } = await import('../models/moderation-session.ts');
  return openModerationSession(modelFile);
});

/** Reads print. Its two networks run as they come, in single precision, so that nothing has to be made ready. */
export const printReader: Network<TextSession> = (() => {
  const kept = new Kept<TextSession>(320 * MIB, (session) => session.release());
  return {
    kept,
    open: () =>
      kept.of('print', async () => {
        const { openTextSession } = await import('../models/text-session.ts');
        return openTextSession();
      }),
  };
})();

function network<Session extends { release(): Promise<void> }>(
  model: ModelName,
  heldBytes: number,
  open: (ready: ReadyModel) => Promise<Session>,
): Network<Session> {
  const kept = new Kept<Session>(heldBytes, (session) => session.release());
  return {
    kept,
    async open(context) {
      const ready = await context.model(model);
      return kept.of(ready.modelFile, () => open(ready));
    },
  };
}
