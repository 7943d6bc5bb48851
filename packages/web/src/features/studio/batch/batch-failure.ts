/** What went wrong with a photo of a batch: whether it stops all of them, and whether trying again can help. */
import { ERRORS, IMAGE_REFUSAL_CODES, MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import { ApiError } from '../../../lib/api/api-client.ts';
import type { BatchItem } from './batch.ts';
import { StepFailedError } from './run-item.ts';

/** The server has no room at the moment, or this user asks too fast: the same request will do later. */
export const isBusy = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status !== 0 &&
  (error.code === 'TOO_MANY_REQUESTS' || error.code === 'SERVERS_BUSY');

/** @returns the sentence for what would meet every other photo too; null for what concerns this one alone */
export function stopReason(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'OUT_OF_CREDITS') return MESSAGES.outOfCredits;
  if (error.code === 'FAIR_USE_REACHED') return ERRORS.FAIR_USE_REACHED.message;
  if (error.status === 0)
    return globalThis.navigator?.onLine === false ? OWN_MESSAGES.offline : error.message;
  return null;
}

/** Refusals of the photo itself. */
const FINAL_CODES: readonly string[] = IMAGE_REFUSAL_CODES;

/** What is said at the photo. */
export function failureOf(error: unknown): NonNullable<BatchItem['failure']> {
  if (error instanceof StepFailedError) {
    return { message: error.message, isFinal: error.code !== null && FINAL_CODES.includes(error.code) };
  }
  if (error instanceof ApiError) return { message: error.message, isFinal: FINAL_CODES.includes(error.code) };
  return { message: MESSAGES.taskFailed, isFinal: false };
}
