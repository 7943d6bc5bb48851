import { setTimeout as pause } from 'node:timers/promises';

/** Clock and randomness, so that tests can control them. */
export interface Waiting {
  nowMs(): number;
  /** Rejects with the signal's reason when aborted. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
  /** 0 to below 1. */
  random(): number;
}

export const realWaiting: Waiting = {
  nowMs: () => performance.now(),
  async sleep(durationMs, signal) {
    try {
      await pause(durationMs, undefined, { signal });
    } catch {
      signal.throwIfAborted();
    }
  },
  random: Math.random,
};
