import type { Work } from '@packshot/image-engine/pixels';

/** Longest time in ms for which a worker computes before it receives messages. */
const TURN_MS = 12;

/** Lets a worker receive its waiting messages. */
function nextTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    port1.close();
    resolve();
  });
  port1.start();
  port2.postMessage(null);
  return promise;
}

/** Runs work in turns, between which the worker receives messages. Returns null if a message aborted the signal. */
export async function finishInTurns<Result>(work: Work<Result>, signal: AbortSignal): Promise<Result | null> {
  let turnAt = performance.now();
  while (!signal.aborted) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - turnAt < TURN_MS) continue;
    await nextTurn();
    turnAt = performance.now();
  }
  return null;
}
