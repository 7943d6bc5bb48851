/** The workshop on this machine. */
import { openEngine, openSigner } from './engine.ts';
import { ownConcurrency } from './options.ts';
import { makeRecipes } from './recipe/make-recipes.ts';
import { workOn } from './work.ts';
import type { WorkSettings } from './work.ts';
import type { Workshop } from './workshop.ts';

/** The first photo on a machine waits for this. */
const STAGE_WORDS: Readonly<Record<string, string>> = { prepare: '(preparing the network)' };

export const here = (): Workshop => ({
  place: 'on this machine',
  concurrency: ownConcurrency(),
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
