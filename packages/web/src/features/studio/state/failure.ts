/** What went wrong, in the words that the user reads, and what they can do about it. */
import { ERRORS, IMAGE_REFUSAL_CODES, MASK_REFUSAL_CODES, MESSAGES } from '@packshot/contract';
import type { ErrorCode } from '@packshot/contract';

/**
 * `retry`: the same again · `choose-another`: this photo can never work · `pricing`: credits are missing ·
 * `change-prompt`: ask for something else, said at the field · `change-settings`: draw or choose something else ·
 * `draw-again`: draw around something else, said beside the tool
 */
type Remedy = 'retry' | 'choose-another' | 'pricing' | 'change-prompt' | 'change-settings' | 'draw-again';

export interface Failure {
  /** A sentence of the catalog. */
  readonly message: string;
  /** Why, when that is known and not already said. */
  readonly reason: string | null;
  readonly remedy: Remedy;
  /** Nobody answered: it goes away by itself when the connection is back. */
  readonly isOffline?: boolean;
}

/** Where a tool has sentences of its own for failures. */
export interface FailureSentences {
  /** The upload failed, or the request was not accepted. */
  readonly refused?: string;
  /** A gateway has given up waiting. */
  readonly gatewayBusy?: string;
  /** The task ended well but without its picture. */
  readonly pictureMissing?: string;
}

const isIn = (codes: readonly ErrorCode[], code: ErrorCode): boolean => codes.includes(code);

/** Reasons that lie in what was set, not in the photo. */
const SETTING_CODES: readonly ErrorCode[] = [
  'UPSCALE_TOO_LARGE',
  'UPSCALE_TOO_SLOW',
  'PROMPT_EMPTY',
  'REFERENCE_NOT_FOUND',
  'PLACEMENT_OUTSIDE',
];

function remedyFor(code: ErrorCode | null): Remedy {
  if (code === null) return 'retry';
  if (code === 'OUT_OF_CREDITS') return 'pricing';
  if (code === 'PROMPT_NOT_UNDERSTOOD' || code === 'WORDS_NOT_SHOWN') return 'change-prompt';
  if (code === 'NOTHING_FOUND') return 'draw-again';
  if (isIn(SETTING_CODES, code) || isIn(MASK_REFUSAL_CODES, code)) return 'change-settings';
  return isIn(IMAGE_REFUSAL_CODES, code) ? 'choose-another' : 'retry';
}

/** A task that ended in FAILURE: its own sentence, or the catalog's when the server gave none. */
export function taskFailure(error: { code: ErrorCode; message: string } | undefined): Failure {
  return {
    message: error?.message ?? MESSAGES.taskFailed,
    reason: null,
    remedy: remedyFor(error?.code ?? null),
  };
}

/** A task that ended well but without its picture. */
export const resultMissing = ({ pictureMissing }: FailureSentences = {}): Failure => ({
  message: pictureMissing ?? MESSAGES.taskFailed,
  reason: null,
  remedy: 'retry',
});

/** Nothing is drawn, or all of it was erased again. */
export const emptyMask: Failure = {
  message: ERRORS.EMPTY_MASK.message,
  reason: null,
  remedy: 'change-settings',
};

export const outOfCredits: Failure = { message: MESSAGES.outOfCredits, reason: null, remedy: 'pricing' };

const GATEWAY_STATUSES: readonly number[] = [502, 504];

/**
 * The upload failed or the streamed call was not accepted. One agreed sentence stands for both, for upscale
 * too; a known reason stands below it. Where the reason is about the photo, the prompt or the balance, it stands
 * alone: 'try again' would be wrong advice. The tools without a sentence of their own have the sentence of a
 * failed task.
 * @param status HTTP status; 0 when there was no answer
 */
export function requestFailure(
  { refused = MESSAGES.taskFailed, gatewayBusy }: FailureSentences,
  { code, status, reason }: { code: ErrorCode | null; status: number; reason: string | null },
): Failure {
  const remedy = remedyFor(code);
  if (remedy !== 'retry')
    return { message: code ? ERRORS[code].message : MESSAGES.taskFailed, reason: null, remedy };
  if (gatewayBusy !== undefined && GATEWAY_STATUSES.includes(status))
    return { message: gatewayBusy, reason: null, remedy };
  const saysNoMore = reason === MESSAGES.taskFailed || reason === MESSAGES.removeBackgroundFailed;
  return {
    message: refused,
    reason: saysNoMore ? null : reason,
    remedy,
    ...(status === 0 && { isOffline: true }),
  };
}

/** Nobody answered for five minutes. */
export const gaveUp: Failure = {
  message: MESSAGES.taskFailed,
  reason: ERRORS.TASK_TIMED_OUT.message,
  remedy: 'retry',
};
