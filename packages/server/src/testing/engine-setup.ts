import { createImageEngine } from '@packshot/image-engine';
import { ENGINE_CACHE } from './engine-cache.ts';

/**
 * Converts the cut-out model before the first test. In a new checkout this takes half a minute on two cores, which is
 * longer than tests may wait for a task.
 */
export default async function prepareEngine(): Promise<void> {
  const engine = createImageEngine({ cacheDir: ENGINE_CACHE });
  try {
    await engine.prepare();
  } finally {
    await engine.close();
  }
}
