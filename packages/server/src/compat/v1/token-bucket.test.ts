import { expect, it } from 'vitest';
import { createTokenBuckets } from './token-bucket.ts';

it('a key may make as many calls at once as its bucket holds, then one per refilled token', () => {
  let nowMs = 0;
  const take = createTokenBuckets({ max: 3, windowMs: 60_000 }, () => nowMs);
  const takeResults = [take('a'), take('a'), take('a'), take('a')];
  expect(takeResults.map(({ isAllowed, remaining }) => [isAllowed, remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
  ]);
  expect(takeResults.at(-1)?.nextInSeconds).toBe(20);
  expect(take('b').isAllowed).toBe(true);
  nowMs += 19_000;
  expect(take('a')).toMatchObject({ isAllowed: false, nextInSeconds: 1 });
  nowMs += 1_000;
  expect(take('a').isAllowed).toBe(true);
  nowMs += 600_000;
  expect(take('a').remaining).toBe(2);
});
