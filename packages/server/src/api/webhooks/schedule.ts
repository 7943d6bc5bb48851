import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts';

/** From each try to the next, as Standard Webhooks advises: ten tries in 75 and a half hours. */
const PAUSES_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
];
/** Later by up to a tenth, so that what failed together does not come back together. */
const JITTER = 0.1;
/** No two tries of one delivery lie further apart, as long as there are workers. */
export const LONGEST_PAUSE_MS = Math.max(...PAUSES_MS) * (1 + JITTER);

/**
 * When to try again.
 * @param tries how many there were
 * @param random from 0 to 1
 * @returns null after the last one
 */
export function nextTryAt(tries: number, now: Date, random: number): Date | null {
  const pauseMs = PAUSES_MS[tries - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs * (1 + JITTER * random));
}
