import { setTimeout as pause } from 'node:timers/promises';

/** Time and chance, so that tests need neither. */
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
