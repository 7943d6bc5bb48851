import { MESSAGES } from '@packshot/contract/messages';

/** Step by which the loading overlay's bar moves, in percent. */
const PROGRESS_STEP_PERCENT = 1.67;
export const PROGRESS_STEP_INTERVAL_MS = 500;
const PROGRESS_HOLD_PERCENT = 97;
export const PROGRESS_DONE_PERCENT = 100;
/** Position in percent to which the message 'Removing background' moves the bar. */
export const PROGRESS_REMOVING_BACKGROUND_PERCENT = 8.35;

/** State of the overlay: true, a message to show, or false. */
export type LoadingState = boolean | string;

export interface ProgressInput {
  readonly state: LoadingState;
  readonly trueProgress?: number | undefined;
}

export const INITIAL_PERCENT = 0;

/** Whether the overlay shows a spinner instead of the bar, as for the message 'Processing...'. */
export const showsSpinner = (state: LoadingState): boolean => state === MESSAGES.processing;

/** Lowest percentage that the bar may show now. Limited, because the bar must not be full while loading continues. */
function floorPercent({ state, trueProgress = 0 }: ProgressInput): number {
  const jump = state === MESSAGES.removingBackground ? PROGRESS_REMOVING_BACKGROUND_PERCENT : 0;
  const truePercent = Number.isFinite(trueProgress) ? trueProgress * 100 : 0;
  return Math.min(PROGRESS_HOLD_PERCENT, Math.max(jump, truePercent));
}

/** Percentage right after `input` has changed: at least the measured progress, and never less than before. */
export function percentOnChange(percent: number, input: ProgressInput): number {
  if (input.state === false) return PROGRESS_DONE_PERCENT;
  return Math.max(percent, floorPercent(input));
}

/** Percentage one `PROGRESS_STEP_INTERVAL_MS` later. */
export function percentOnTick(percent: number, input: ProgressInput): number {
  if (input.state === false) return PROGRESS_DONE_PERCENT;
  const stepped = Math.min(PROGRESS_HOLD_PERCENT, percent + PROGRESS_STEP_PERCENT);
  return Math.max(percent, stepped, floorPercent(input));
}
