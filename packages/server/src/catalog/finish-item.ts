import { needsReview, outputFileName, RUN_ITEM_TRIES } from '@packshot/contract';
import type { ErrorCode, ItemReview, Review, ShareBox } from '@packshot/contract';
import type { CatalogStores } from './stores.ts';
import type { StoredOutputs, StoredTaskResult } from '../tools/model.ts';
import type { ItemOutput, StoredRun, StoredItem } from './model.ts';

/**
 * Server errors that a retry may avoid. For example, a photo can take too long to decode because others are decoded at
 * the same time.
 */
const PASSING: readonly ErrorCode[] = ['TASK_FAILED', 'TASK_TIMED_OUT', 'INTERNAL', 'DECODE_TIMEOUT'];

/**
 * Finishes a run's item in the transaction that ends its task, so that files, state and credit change together. Does
 * nothing for a request that doesn't belong to an item.
 */
export async function finishItem(
  { runs }: CatalogStores,
  requestId: string,
  result: StoredTaskResult,
): Promise<void> {
  if (!('outputs' in result)) return;
  const itemAndRun = await runs.lockItem(requestId);
  if (itemAndRun === null) return;
  const { item, run } = itemAndRun;
  const { review } = result.cutOutFacts ?? {};
  const doubts = [...(result.doubts ?? result.cutOutFacts?.doubts ?? [])];
  await runs.removeOutputs(run.id, item.row);
  await runs.addOutputs(run.id, item.row, namedOutputs(run, item, result));
  await runs.endItem(run.id, item.row, {
    state: needsReview({ doubts, review }) ? 'needs_review' : 'done',
    reason: null,
    // Probability that the picture needs no correction.
    score: review === undefined ? null : 1 - review.score,
    doubts,
    review: review === undefined ? null : toItemReview(review, result.doubtfulAt ?? null),
    style: result.style ?? null,
    thumbKey: result.standardKey,
  });
}

/** Ends an item whose task failed. If the photo didn't cause the error and tries are left, the item is tried again. */
export async function failItem({ runs }: CatalogStores, requestId: string, code: ErrorCode): Promise<void> {
  const itemAndRun = await runs.lockItem(requestId);
  if (itemAndRun === null) return;
  const { item, run } = itemAndRun;
  const isTriedAgain = PASSING.includes(code) && item.tries < RUN_ITEM_TRIES;
  await runs.endItem(run.id, item.row, {
    state: isTriedAgain ? 'waiting' : 'failed',
    reason: isTriedAgain ? null : code,
    score: item.score,
    doubts: item.doubts,
    review: item.review,
    style: item.style,
    thumbKey: item.thumbKey,
    ...notCharged(item),
  });
}

/** A failed change of an item's scene returns nothing of what the item has cost before. */
const notCharged = ({ paidSha256 }: StoredItem) => (paidSha256 === null ? { credits: 0 } : {});

export async function skipItem({ runs }: CatalogStores, requestId: string): Promise<void> {
  const itemAndRun = await runs.lockItem(requestId);
  if (itemAndRun === null) return;
  const { score, doubts, review, style, thumbKey, row } = itemAndRun.item;
  await runs.endItem(itemAndRun.run.id, row, {
    state: 'skipped',
    reason: 'TASK_CANCELLED',
    score,
    doubts,
    review,
    style,
    thumbKey,
    ...notCharged(itemAndRun.item),
  });
}

const toItemReview = ({ reasons, box }: Review, made_box: ShareBox | null): ItemReview => ({
  reasons,
  box,
  made_box,
});

function namedOutputs(
  { recipe }: StoredRun,
  item: StoredItem,
  { outputs }: StoredOutputs,
): Omit<ItemOutput, 'row'>[] {
  return outputs.map(({ id, measured = null, scale = null, ...output }, place) => {
    const recipeOutput = recipe.outputs.find((each) => each.id === id);
    if (recipeOutput === undefined) throw new Error(`The recipe has no output ${id}`);
    return { ...output, measured, scale, outputId: id, place, name: outputFileName(recipeOutput, item) };
  });
}

/** The files of another item with the same result, renamed for this item. */
export const renamedOutputs = (
  { recipe }: StoredRun,
  item: StoredItem,
  outputs: readonly ItemOutput[],
): Omit<ItemOutput, 'row'>[] =>
  outputs.map(({ row: _row, ...output }) => {
    const recipeOutput = recipe.outputs.find(({ id }) => id === output.outputId);
    if (recipeOutput === undefined) throw new Error(`The recipe has no output ${output.outputId}`);
    return { ...output, name: outputFileName(recipeOutput, item) };
  });
