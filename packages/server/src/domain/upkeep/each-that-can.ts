import { randomInt } from 'node:crypto';
import type { Logger } from '../ports/logger.ts';

/** So many failures in a row are no matter of the single one. */
const MOST_IN_A_ROW = 3;

/**
 * Does something for each, in any order. What fails is logged and left for a later round: one object that the store
 * does not let go of must not keep all others. Throws the last error when several fail in a row, as when the store is away.
 * @returns those that it was done for
 */
export async function eachThatCan<Item extends string | { readonly id: string }>(
  { logger }: { readonly logger: Logger },
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<Item[]> {
  const done: Item[] = [];
  let failuresInARow = 0;
  for (const item of shuffled(items)) {
    try {
      await work(item);
      done.push(item);
      failuresInARow = 0;
    } catch (error) {
      failuresInARow += 1;
      if (failuresInARow === MOST_IN_A_ROW) throw error;
      const name = typeof item === 'string' ? item : item.id;
      logger.warn({ err: error, item: name }, 'something could not be removed; a later round tries again');
    }
  }
  return done;
}

/** A few that always fail must not stand in front of the others in each round. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({ item, turn: randomInt(2 ** 32) }));
  return keyed.toSorted((a, b) => a.turn - b.turn).map(({ item }) => item);
}
