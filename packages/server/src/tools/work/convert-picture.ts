import { createProvenance } from '@packshot/contract';
import type { ImageEngine } from '@packshot/image-engine';
import { IMAGE_MAX_PIXELS, detectImageFormat } from '@packshot/image-engine/pixels';
import type { ConvertPicture, JudgePicture } from '../../uploads/view-service.ts';
import { engineRefusal } from './engine-refusal.ts';
import { rateIndecency } from './pictures.ts';

/** Formats of photos that have no transparency. */
const OPAQUE: readonly unknown[] = ['jpeg', 'heic'];
const WHOLE = {
  maxPixels: IMAGE_MAX_PIXELS,
  maxPixelsOfPng: IMAGE_MAX_PIXELS,
  channels: 'rgba',
  provenance: createProvenance(['picture']),
} as const;

/** Creates a function that converts pictures in the engine's process, because uploaded pictures are untrusted. */
export const createPictureConverter =
  (engine: () => Promise<ImageEngine>): ConvertPicture =>
  async (picture, signal) => {
    const opened = await engine();
    const format = OPAQUE.includes(detectImageFormat(picture)) ? 'jpeg' : 'webp';
    try {
      return (await opened.run('compose-export', { picture, ...WHOLE, format }, { signal })).file;
    } catch (error) {
      throw await engineRefusal(error);
    }
  };

/** Creates a function that rates pictures for moderation. Runs in the engine's process. */
export const createPictureJudge =
  (engine: () => Promise<ImageEngine>): JudgePicture =>
  async (picture, signal) => {
    try {
      return await rateIndecency({ engine: await engine() }, picture, signal);
    } catch (error) {
      throw await engineRefusal(error);
    }
  };
