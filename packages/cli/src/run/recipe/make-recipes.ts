/** Photos by a recipe, on this machine. */
import type { ImageEngine } from '@packshot/image-engine';
import { faultOf } from '../outcome.ts';
import type { RecipeMaking } from '../workshop.ts';
import { makeItem } from './make-item.ts';
import type { RecipeItem } from './recipe-items.ts';
import { failItem, outcomeOf } from './report-item.ts';

/** One after another: an engine uses all cores by itself. */
export async function makeRecipes(
  items: readonly RecipeItem[],
  engine: ImageEngine,
  making: RecipeMaking,
): Promise<void> {
  const { settings, report, manifest, signal } = making;
  for (const item of items) {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const onProgress = (fraction: number): void => report.progress(item.label, fraction, '');
    try {
      const made = await makeItem(item, engine, settings, { signal, onProgress });
      const ms = Math.round(performance.now() - startedAt);
      const { cutOut, score } = made;
      for (const file of made.files)
        report.outcome({
          ...outcomeOf(item, file, settings),
          ...(file.status === 'done' && {
            ms,
            ...(score !== null && { score }),
            ...(cutOut !== null && { confidence: cutOut.confidence, doubts: cutOut.doubts }),
          }),
        });
      manifest.made(item, made);
    } catch (error) {
      signal.throwIfAborted();
      failItem(item, faultOf(error), making);
    }
  }
}
