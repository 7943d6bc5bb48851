import { createImageEngine } from '@packshot/image-engine';
import { ENGINE_CACHE } from './engine-cache.ts';

/**
 * Prepares the cut-out model before the first test. In a new checkout this takes half a minute on two cores, longer
 * than tests wait: calls of the public API respond within a minute.
 */
export default async function prepareEngine(): Promise<void> {
  const engine = createImageEngine({ cacheDir: ENGINE_CACHE });
  try {
    await engine.prepare();
  } finally {
    await engine.close();
  }
}
