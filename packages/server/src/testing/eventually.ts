import { setTimeout as sleep } from 'node:timers/promises';

/** Calls `ask` repeatedly until the answer is not undefined; throws after `timeoutMs`. */
export async function eventually<T>(
  what: string | (() => string),
  ask: () => Promise<T | undefined>,
  timeoutMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(20);
  }
  throw new Error(`Waited ${timeoutMs} ms in vain: ${typeof what === 'string' ? what : what()}`);
}
