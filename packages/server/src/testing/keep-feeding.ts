import { setTimeout as pause } from 'node:timers/promises';
import type { TestServices } from './test-services.ts';

const ROUND_EVERY_MS = 50;

/**
 * Queues tasks for runs repeatedly, as a worker does.
 * @returns a function that stops this after the current round
 */
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
