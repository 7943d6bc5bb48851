import { REVIEW_FROM } from '@packshot/contract';
import type { CutOutFacts, QualityFlag } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import type { CatalogStores } from './stores.ts';
import type { StoredTaskResult } from '../tools/model.ts';
import { finishItem } from './finish-item.ts';

/** Returns the item's state after a cut-out with these measurements. */
async function getEndState(
  cutOutFacts: CutOutFacts | null,
  doubts?: readonly QualityFlag[],
): Promise<unknown> {
  const ended: unknown[] = [];
  const runs = {
    lockItem: async () => ({ item: { row: 7 }, run: { id: 'autumn', recipe: { outputs: [] } } }),
    removeOutputs: async () => undefined,
    addOutputs: async () => undefined,
    endItem: async (_id: string, row: number, end: { state: string; score: number | null }) =>
      ended.push([row, end.state, end.score]),
  };
  const result = { outputs: [], cutOutFacts, doubts, standardKey: 'thumb' } as unknown as StoredTaskResult;
  await finishItem({ runs } as unknown as CatalogStores, 'request', result);
  return ended[0];
}

const judgeScore = (score: number): CutOutFacts => ({
  confidence: 1,
  doubts: [],
  review: { score, reasons: [], box: null },
});

describe('an item with finished files', () => {
  it('waits for review when its cut-out is likely to need a correction', async () => {
    expect(await getEndState(judgeScore(REVIEW_FROM))).toEqual([7, 'needs_review', 1 - REVIEW_FROM]);
    expect(await getEndState(judgeScore(REVIEW_FROM - 0.01))).toEqual([7, 'done', 1 - (REVIEW_FROM - 0.01)]);
  });

  it('is done without a review when its photo was already a cut-out', async () => {
    expect(await getEndState(null)).toEqual([7, 'done', null]);
    expect(await getEndState({ confidence: 0.2, doubts: [] })).toEqual([7, 'done', null]);
  });

  it('waits for review when its cut-out has a quality flag, whatever its confidence score', async () => {
    const flag = { reason: 'at-border', place: 'top', box: { x: 0, y: 0, width: 1, height: 0.1 } } as const;
    expect(await getEndState({ ...judgeScore(0), doubts: [flag] })).toEqual([7, 'needs_review', 1]);
    expect(await getEndState({ confidence: 0.9, doubts: [flag] })).toEqual([7, 'needs_review', null]);
  });

  it('waits for review when its studio set doesn’t suit the product, even if its photo was a cut-out', async () => {
    const flag = {
      reason: 'unfit-for-set',
      place: 'whole',
      box: { x: 0, y: 0, width: 1, height: 1 },
    } as const;
    expect(await getEndState(null, [flag])).toEqual([7, 'needs_review', null]);
    expect(await getEndState(judgeScore(0), [])).toEqual([7, 'done', 1]);
  });
});
