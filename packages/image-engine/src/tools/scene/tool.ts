import { sceneSize } from '@packshot/contract';
import type { EngineTool } from '../tool.ts';
import type { SceneJobInput, SceneResult } from './run.ts';

/** Minimum number of pixels as which a further product counts: preparing and lighting it takes time in any size. */
const BESIDE_PIXELS = 10_000_000;

/** Tool that makes one variant of a scene, with or without a product. Equal input gives equal bytes. */
export const scene: EngineTool<SceneJobInput, SceneResult> = {
  // Limits for time and memory, including the sets that remain in memory for the next job.
  allowance: { baseMs: 60_000, msPerMegapixel: 1_000, baseMiB: 600, mibPerMegapixel: 5, segments: true },
  files: ({ product, reference, beside = [] }) =>
    [product, reference, ...beside.map((other) => other.product)].filter(
      (file) => file !== null && file !== undefined,
    ),
  pixels({ aspectRatioId, isLarger, largerSidePx, beside = [] }, ofFiles) {
    const { widthPx, heightPx } = sceneSize(aspectRatioId, isLarger, largerSidePx);
    return Math.max(widthPx * heightPx, ofFiles) + beside.length * Math.max(BESIDE_PIXELS, ofFiles);
  },
  check({ aspectRatioId, variant, count }) {
    // Called only because it throws for an unknown aspect ratio.
    sceneSize(aspectRatioId, false);
    if (!(Number.isInteger(variant) && variant >= 0 && variant < count)) {
      throw new RangeError(`There is no variant ${variant} of ${count}`);
    }
  },
  load: () => import('./run.ts'),
};
