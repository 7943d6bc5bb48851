import { expect, it } from 'vitest';
import { finishInTurns } from './finish-in-turns.ts';

/** Work that takes several turns (time slices), and counts its steps. */
function* countSteps(done: { steps: number }): Generator<number, string, void> {
  const end = performance.now() + 100;
  while (performance.now() < end) {
    done.steps++;
    yield 0.5;
  }
  return 'finished';
}

it('work done in turns is finished unless it is stopped', async () => {
  expect(await finishInTurns(countSteps({ steps: 0 }), new AbortController().signal)).toBe('finished');
});

it('messages are received between the turns of work, and can stop it', async () => {
  const stopper = new AbortController();
  const done = { steps: 0 };
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => stopper.abort());
  port1.start();
  const result = finishInTurns(countSteps(done), stopper.signal);
  port2.postMessage(null);
  expect(await result).toBeNull();
  expect(done.steps).toBeGreaterThan(0);
  port1.close();
});
