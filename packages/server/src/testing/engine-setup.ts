import { createImageEngine } from '@packshot/image-engine';
import { ENGINE_CACHE } from './engine-cache.ts';

/**
 * Makes the cut-out's network ready before the first test. On a new checkout that takes half a minute of two cores, which no test waits for:
 * a call of the public API is answered within a minute.
 */
export default async function prepareEngine(): Promise<void> {
  const engine = createImageEngine({ cacheDir: ENGINE_CACHE });
  try {
    await engine.prepare();
  } finally {
    await engine.close();
  }
}
