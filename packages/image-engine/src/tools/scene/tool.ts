import { sceneSize } from '@packshot/contract';
import type { Tool } from '../tool.ts';
import type { SceneInput, SceneResult } from './run.ts';

/** Makes one variant of a scene, around a product or alone. The same input gives the same bytes. */
export const scene: Tool<SceneInput, SceneResult> = {
  // Sets that stay in memory for the next job count as well.
  allowance: { baseMs: 60_000, msPerMegapixel: 1_000, baseMiB: 600, mibPerMegapixel: 5, segments: true },
  files: ({ product, reference }) =>
    [product, reference].filter((file) => file !== null && file !== undefined),
  pixels({ aspectRatioId, isLarger, largerSidePx }, ofFiles) {
    const { widthPx, heightPx } = sceneSize(aspectRatioId, isLarger, largerSidePx);
    return Math.max(widthPx * heightPx, ofFiles);
  },
  check({ aspectRatioId, variant, count }) {
    // Throws for an aspect ratio that there is not.
    sceneSize(aspectRatioId, false);
    if (!(Number.isInteger(variant) && variant >= 0 && variant < count)) {
      throw new RangeError(`There is no variant ${variant} of ${count}`);
    }
  },
  load: () => import('./run.ts'),
};
