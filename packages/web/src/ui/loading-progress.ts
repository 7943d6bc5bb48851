import { MESSAGES } from '@packshot/contract/messages';

/** Progress bar of the loading overlay. */
const PROGRESS_STEP_PERCENT = 1.67;
export const PROGRESS_STEP_INTERVAL_MS = 500;
const PROGRESS_HOLD_PERCENT = 97;
export const PROGRESS_DONE_PERCENT = 100;
/** The message 'Removing background' jumps the bar here. */
export const PROGRESS_REMOVING_BACKGROUND_PERCENT = 8.35;

/** True, a message to show, or false: what the loading overlay is told. */
export type LoadingState = boolean | string;

export interface ProgressInput {
  readonly state: LoadingState;
  /** The work's own progress, 0 to 1, when it is known. */
  readonly trueProgress?: number | undefined;
}

export const INITIAL_PERCENT = 0;

/** The message 'Processing...' shows the spinner in place of the bar. */
export const showsSpinner = (state: LoadingState): boolean => state === MESSAGES.processing;

/** The lowest the bar may stand for what is known now. The hold is not passed while loading goes on. */
function floorPercent({ state, trueProgress = 0 }: ProgressInput): number {
  const jump = state === MESSAGES.removingBackground ? PROGRESS_REMOVING_BACKGROUND_PERCENT : 0;
  const truePercent = Number.isFinite(trueProgress) ? trueProgress * 100 : 0;
  return Math.min(PROGRESS_HOLD_PERCENT, Math.max(jump, truePercent));
}

/** Where the bar stands as soon as `input` changes: never behind what is known, never further back than it was. */
export function percentOnChange(percent: number, input: ProgressInput): number {
  if (input.state === false) return PROGRESS_DONE_PERCENT;
  return Math.max(percent, floorPercent(input));
}

/** Where the bar stands one interval of `PROGRESS_STEP_INTERVAL_MS` later. */
export function percentOnTick(percent: number, input: ProgressInput): number {
  if (input.state === false) return PROGRESS_DONE_PERCENT;
  const stepped = Math.min(PROGRESS_HOLD_PERCENT, percent + PROGRESS_STEP_PERCENT);
  return Math.max(percent, stepped, floorPercent(input));
}
