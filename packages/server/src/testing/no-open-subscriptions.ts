import { afterEach } from 'vitest';
import { eventually } from './eventually.ts';
import { OPEN_FEEDS } from './open-feeds.ts';

/**
 * Checks after every test that no subscription to task changes is left open, because it would stay for the life of the
 * API process.
 */
afterEach(async () => {
  for (const feed of OPEN_FEEDS) {
    await eventually(
      () => `${String(feed.subscriptions())} subscriptions to be closed`,
      async () => feed.subscriptions() === 0 || undefined,
      2_000,
    );
  }
});
