import type { AlphaRaster } from '../pixels/raster/raster.ts';
import type { ModelName } from '../models/builds.ts';
import type { ClassifierSession } from '../models/classifier-session.ts';
import type { UpscaleSession } from '../models/esrgan-session.ts';
import type { ModerationSession } from '../models/moderation-session.ts';
import type { ReadyModel } from '../models/prepare-model.ts';
import type { SegmentationSession } from '../models/segmentation-session.ts';
import type { TextSession } from '../models/text-session.ts';
import { raster } from '../pixels/raster/raster.ts';
import { Cached, Recent } from './cached.ts';
import type { Evictable } from './cached.ts';
import type { JobContext } from './tool.ts';

/** Network in the engine's process, opened on first use and cached. */
interface Network<Session> {
  readonly cache: Evictable;
  open(context: JobContext): Promise<Session>;
}

const MIB = 1024 ** 2;

/** Maximum number of cached masks, each of at most a megabyte. Most photos need two, difficult ones six or more. */
const CACHED_MASKS = 16;

/** Network that finds the object in a photo. */
export const segmenter: Network<SegmentationSession> = network(
  'isnet',
  (300 + CACHED_MASKS) * MIB,
  async ({ modelFile, scaling, cachedAnswers = CACHED_MASKS }) => {
    const { openSession } = await import('../models/segmentation-session.ts');
    return withMaskCache(await openSession(modelFile, scaling), cachedAnswers);
  },
);

/**
 * Caches the last masks, because users often cut out, place, describe and rerun the same photo, and the network takes
 * more time than anything else.
 */
function withMaskCache(session: SegmentationSession, cachedMasks: number): SegmentationSession {
  const masks = new Recent<AlphaRaster>(cachedMasks);
  return {
    ...session,
    // Returns a copy of a cached mask, because callers may modify it.
    async run(picture) {
      const shape = `${picture.widthPx}x${picture.heightPx}`;
      const { data, widthPx, heightPx } = await masks.of(picture.data, () => session.run(picture), shape);
      return raster(data.slice(), widthPx, heightPx, 1);
    },
  };
}

export const upscaler: Network<UpscaleSession> = network('esrgan', 200 * MIB, async ({ modelFile }) => {
  const { openUpscaleSession } = await import('../models/esrgan-session.ts');
  return openUpscaleSession(modelFile);
});

/** Network that scores how indecent a photo looks. */
export const moderator: Network<ModerationSession> = network('nsfw', 20 * MIB, async ({ modelFile }) => {
  const { openModerationSession } = await import('../models/moderation-session.ts');
  return openModerationSession(modelFile);
});

/** Networks that read text. */
export const printReader: Network<TextSession> = prepareLazily(320 * MIB, async () => {
  const { openTextSession } = await import('../models/text-session.ts');
  return openTextSession();
});

/** Network that recognizes objects. */
export const classifier: Network<ClassifierSession> = prepareLazily(60 * MIB, async () => {
  const { openClassifierSession } = await import('../models/classifier-session.ts');
  return openClassifierSession();
});

/** Network that runs unconverted in single precision, so that it needs no preparation on this machine. */
function prepareLazily<Session extends { release(): Promise<void> }>(
  heldBytes: number,
  open: () => Promise<Session>,
): Network<Session> {
  const cache = new Cached<Session>(heldBytes, (session) => session.release());
  return { cache, open: () => cache.of('network', open) };
}

function network<Session extends { release(): Promise<void> }>(
  model: ModelName,
  heldBytes: number,
  open: (ready: ReadyModel) => Promise<Session>,
): Network<Session> {
  const cache = new Cached<Session>(heldBytes, (session) => session.release());
  return {
    cache,
    async open(context) {
      const ready = await context.model(model);
      return cache.of(ready.modelFile, () => open(ready));
    },
  };
}
