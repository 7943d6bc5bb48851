import { setTimeout as sleep } from 'node:timers/promises';

/** Maximum pause between polls. Polling more often would take CPU time from the awaited work. */
const LONGEST_PAUSE_MS = 100;

/** Calls `ask` repeatedly until it returns a value other than undefined; throws after `timeoutMs`. */
export async function eventually<T>(
  what: string | (() => string),
  ask: () => Promise<T | undefined>,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 10; performance.now() < deadline; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(pauseMs);
  }
  throw new Error(`Waited ${timeoutMs} ms in vain: ${typeof what === 'string' ? what : what()}`);
}
