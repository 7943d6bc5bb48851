import { setTimeout as pause } from 'node:timers/promises';

/** Clock and randomness, which tests can control. */
export interface ProviderTiming {
  nowMs(): number;
  /** Rejects with the signal's reason when aborted. */
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
