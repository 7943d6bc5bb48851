import { afterEach } from 'vitest';
import { eventually } from './eventually.ts';
import { OPEN_FEEDS } from './open-feeds.ts';

/** Checks after every test that no subscription is left open, as each would stay for the life of the API. */
afterEach(async () => {
  for (const feed of OPEN_FEEDS) {
    await eventually(
      () => `${String(feed.subscriptions())} subscriptions to be closed`,
      async () => feed.subscriptions() === 0 || undefined,
      2_000,
    );
  }
});
