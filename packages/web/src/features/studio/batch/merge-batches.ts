/** Merges a batch that several browser tabs have changed, keeping each tab's changes. */
import { BATCH_MAX_ITEMS } from './batch.ts';
import type { Batch, BatchItem, BatchItemState, BatchStep } from './batch.ts';

const RANKS: Readonly<Record<BatchItemState, number>> = {
  waiting: 0,
  running: 1,
  failed: 2,
  cancelled: 2,
  done: 3,
};

/** Compares values as JSON. Both come from the same schema, so equal values have equal JSON. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Items that this tab has added since the base version. */
export const addedSince = (base: Batch | null, mine: Batch): BatchItem[] => {
  const knownIds = new Set(base?.id === mine.id ? base.items.map(({ id }) => id) : []);
  return mine.items.filter(({ id }) => !knownIds.has(id));
};

/**
 * Merges the changes that two tabs made to the same version of a batch.
 * @param base the version that both were made from
 * @param mine the version of this tab
 * @param stored the version that another tab has stored
 */
export function mergeBatches(base: Batch, mine: Batch, stored: Batch): Batch {
  const mergeField = <Key extends keyof Batch>(key: Key): Batch[Key] =>
    isSame(mine[key], base[key]) ? stored[key] : mine[key];
  const before = new Map(base.items.map((item) => [item.id, item]));
  const here = new Map(mine.items.map((item) => [item.id, item]));
  const there = new Set(stored.items.map(({ id }) => id));
  const items = [
    ...stored.items.flatMap((theirs) => {
      const own = here.get(theirs.id);
      if (own) return [mergeItems(before.get(theirs.id), own, theirs)];
      // An item missing here was either removed by this tab, or added by the other tab.
      return before.has(theirs.id) ? [] : [theirs];
    }),
    ...addedSince(base, mine).filter(({ id }) => !there.has(id)),
  ];
  return {
    ...stored,
    phase: mergeField('phase'),
    pauseReason: mergeField('pauseReason'),
    recipe: mergeField('recipe'),
    look: mergeField('look'),
    items: items.slice(0, BATCH_MAX_ITEMS),
  };
}

function mergeItems(base: BatchItem | undefined, mine: BatchItem, theirs: BatchItem): BatchItem {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base)) return mine;
  // Both tabs have worked on the item: the state that is further along wins, and the paid steps of both tabs stay.
  const [first, second] = RANKS[mine.state] > RANKS[theirs.state] ? [mine, theirs] : [theirs, mine];
  return {
    ...first,
    uploadKey: first.uploadKey ?? second.uploadKey,
    cutOut: furtherStep(first.cutOut, second.cutOut),
    scene: furtherStep(first.scene, second.scene),
    isDownloaded: first.isDownloaded || second.isDownloaded,
  };
}

const furtherStep = (first: BatchStep | null, second: BatchStep | null): BatchStep | null =>
  first?.made || !second?.made ? (first ?? second) : second;
