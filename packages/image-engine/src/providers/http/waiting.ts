import { setTimeout as pause } from 'node:timers/promises';

/** Clock and random numbers, which tests can replace. */
export interface ProviderTiming {
  nowMs(): number;
  /** Waits for a time; rejects with the signal's reason when aborted. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
  /** Returns a number from 0 to below 1. */
  random(): number;
}

export const realWaiting: ProviderTiming = {
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
