import { randomInt } from 'node:crypto';
import type { Logger } from '../../platform/logging/logger.ts';

/** Number of failures in a row that points to a cause outside the items. */
const MOST_IN_A_ROW = 3;

/**
 * Runs `work` for each item, in random order. Failures are logged and left for a later round, because one object that
 * the store fails to delete must not block all others. Throws the last error if several items in a row fail, as during
 * a store outage.
 * @returns the items that succeeded
 */
export async function forEachTolerant<Item extends string | { readonly id: string }>(
  { logger }: { readonly logger: Logger },
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<Item[]> {
  const completedItems: Item[] = [];
  let failuresInARow = 0;
  for (const item of shuffle(items)) {
    try {
      await work(item);
      completedItems.push(item);
      failuresInARow = 0;
    } catch (error) {
      failuresInARow += 1;
      if (failuresInARow === MOST_IN_A_ROW) throw error;
      const name = typeof item === 'string' ? item : item.id;
      logger.warn({ err: error, item: name }, 'something could not be removed; a later round tries again');
    }
  }
  return completedItems;
}

/** Shuffles the items. Otherwise items that always fail would block the same others in each round. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({ item, order: randomInt(2 ** 32) }));
  return keyed.toSorted((a, b) => a.order - b.order).map(({ item }) => item);
}
