import { prepareModel } from '../models/prepare-model.ts';
import { testCacheDir } from './shared-files.ts';

/**
 * Prepares the cut-out model before the first test. In a new checkout this takes half a minute on two cores, which is
 * longer than tests may wait for a task, and test files that need the model at the same time would each prepare it.
 */
export default async function prepareEngine(): Promise<void> {
  const { signal } = new AbortController();
  await prepareModel({ name: 'isnet', cacheDir: testCacheDir, signal, onProgress: () => undefined });
}
