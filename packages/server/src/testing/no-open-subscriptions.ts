import { afterEach } from 'vitest';
import { eventually } from './eventually.ts';
import { OPEN_FEEDS } from './open-feeds.ts';

/** Ends every test with proof that it left no subscription open: each would stay for the life of the API. */
afterEach(async () => {
  for (const feed of OPEN_FEEDS) {
    await eventually(
      () => `${String(feed.subscriptions())} subscriptions to be closed`,
      async () => feed.subscriptions() === 0 || undefined,
      2_000,
    );
  }
});
