/** Makes the results on this machine rather than on a server. */
import { openEngine, openSigner } from './engine.ts';
import { ownConcurrency } from './options.ts';
import { workOn } from './work.ts';
import type { WorkSettings } from './work.ts';
import type { Workshop, RecipeMaking } from './workshop.ts';
import type { ImageEngine } from '@packshot/image-engine';
import { toFault } from './outcome.ts';
import { makeItem } from './recipe/make-item.ts';
import type { RecipeItem } from './recipe/recipe-items.ts';
import { failItem, toOutcome } from './recipe/report-item.ts';

/** Makes the files of one photo at a time, because an engine uses all cores by itself. */
async function makeRecipes(
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
      const itemResult = await makeItem(item, engine, settings, { signal, onProgress });
      const ms = Math.round(performance.now() - startedAt);
      const { cutOut, doubts, score } = itemResult;
      for (const file of itemResult.files)
        report.outcome({
          ...toOutcome(item, file, settings),
          ...(file.status === 'done' && {
            ms,
            ...(score !== null && { score }),
            ...(cutOut !== null && { confidence: cutOut.confidence }),
            doubts,
          }),
        });
      manifest.addMade(item, itemResult);
    } catch (error) {
      signal.throwIfAborted();
      failItem(item, toFault(error), making);
    }
  }
}

/** Words shown for a processing stage. Only the first photo on a machine waits for the network to be prepared. */
const STAGE_WORDS: Readonly<Record<string, string>> = { prepare: '(preparing the network)' };

export const here = (): Workshop => ({
  place: 'on this machine',
  concurrency: ownConcurrency(),
  assertForPhotos: () => undefined,
  assertForRecipe: () => undefined,
  async openPhotos({ tool, job, shared, report, signal, readInput, writeOutput }) {
    const { file, replaces, isDryRun } = shared;
    const isSigned = file.isSigned && !isDryRun && tool.suffix !== null;
    const signer = isSigned ? openSigner(report) : null;
    const { warn } = report;
    const settings: WorkSettings = { job, file, replaces, isDryRun, signer, readInput, writeOutput, warn };
    return {
      halting: new Set(),
      stop: async () => undefined,
      worker() {
        const engine = openEngine(report);
        return {
          work(item, onProgress) {
            onProgress(0, '');
            const inWords = (fraction: number, stage: string): void =>
              onProgress(fraction, STAGE_WORDS[stage] ?? '');
            return workOn(item, engine, settings, { signal, onProgress: inWords });
          },
          close: () => engine.close(),
        };
      },
    };
  },
  async openRecipe(run) {
    const engine = openEngine(run.report);
    return { makeAll: (items) => makeRecipes(items, engine, run), close: () => engine.close() };
  },
});
