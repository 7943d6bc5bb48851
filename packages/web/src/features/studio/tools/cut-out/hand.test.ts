import { expect, it } from 'vitest';
import { Hand } from './hand.ts';

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it('deferred work waits for the end of a stroke, and of a stroke that follows at once', async () => {
  const hand = new Hand();
  await hand.atRest();
  let isDone = false;
  hand.begin();
  const work = hand.atRest().then(() => (isDone = true));
  await turn();
  expect(isDone).toBe(false);
  hand.rest();
  hand.begin();
  await turn();
  expect(isDone).toBe(false);
  hand.rest();
  await work;
  expect(isDone).toBe(true);
});
