import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts';

/** Pauses between delivery attempts, as Standard Webhooks advises: ten attempts in 75.5 hours. */
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
/** Lengthens each pause at random by up to a tenth, so that deliveries that failed together aren't retried together. */
const JITTER = 0.1;
/** Longest time between two attempts of one delivery, as long as workers are running. */
export const LONGEST_PAUSE_MS = Math.max(...PAUSES_MS) * (1 + JITTER);

/**
 * Computes the time of the next delivery attempt.
 * @param tries number of attempts so far
 * @param random from 0 to 1
 * @returns null after the last attempt
 */
export function nextTryAt(tries: number, now: Date, random: number): Date | null {
  const pauseMs = PAUSES_MS[tries - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs * (1 + JITTER * random));
}
