import { setTimeout as pause } from 'node:timers/promises';
import type { TestServices } from './test-services.ts';

const ROUND_EVERY_MS = 50;

/** Feeds runs as a worker does, one round after another. @returns stops that, once the round under way has ended */
export function keepFeeding({ feedRuns }: Pick<TestServices, 'feedRuns'>): () => Promise<void> {
  const ending = new AbortController();
  const feeding = (async () => {
    while (!ending.signal.aborted) {
      await feedRuns();
      await pause(ROUND_EVERY_MS);
    }
  })();
  return async () => {
    ending.abort();
    await feeding;
  };
}
