import { ERRORS, IMAGE_REFUSAL_CODES, MASK_REFUSAL_CODES, MESSAGES } from '@packshot/contract';
import type { ErrorCode } from '@packshot/contract';

/**
 * Ways to resolve a failure. `retry`: repeat unchanged · `choose-another`: this photo can never work · `pricing`:
 * credits are missing · `change-prompt`: enter another prompt, shown at the field · `change-settings`: draw or choose
 * something else · `draw-again`: select another area, shown beside the tool
 */
type Remedy = 'retry' | 'choose-another' | 'pricing' | 'change-prompt' | 'change-settings' | 'draw-again';

export interface Failure {
  readonly message: string;
  readonly reason: string | null;
  readonly remedy: Remedy;
  /** Set if no server answered; the page removes the failure once the connection is back. */
  readonly isOffline?: boolean;
}

/** Failure messages of a tool, which replace the general ones. */
export interface FailureSentences {
  /** Message if the upload failed or the request was refused. */
  readonly refused?: string;
  /** Message if a gateway answered with status 502 or 504. */
  readonly gatewayBusy?: string;
  readonly pictureMissing?: string;
  /** Message if the server no longer has a picture that the request needs. */
  readonly gone?: string;
}

const isIn = (codes: readonly ErrorCode[], code: ErrorCode): boolean => codes.includes(code);

/** Error codes that the settings cause rather than the photo. */
const SETTING_CODES: readonly ErrorCode[] = [
  'UPSCALE_TOO_LARGE',
  'UPSCALE_TOO_SLOW',
  'PROMPT_EMPTY',
  'REFERENCE_NOT_FOUND',
  'PLACEMENT_OUTSIDE',
  'PRODUCTS_TOO_LARGE',
  'PRODUCT_HIDDEN',
  'BESIDE_NOT_CUT_OUT',
  'BESIDE_UNREADABLE',
];

function remedyFor(code: ErrorCode | null): Remedy {
  if (code === null) return 'retry';
  if (code === 'OUT_OF_CREDITS') return 'pricing';
  if (code === 'PROMPT_NOT_UNDERSTOOD' || code === 'WORDS_NOT_SHOWN') return 'change-prompt';
  if (code === 'NOTHING_FOUND') return 'draw-again';
  if (isIn(SETTING_CODES, code) || isIn(MASK_REFUSAL_CODES, code)) return 'change-settings';
  return isIn(IMAGE_REFUSAL_CODES, code) ? 'choose-another' : 'retry';
}

const toGone = (message: string): Failure => ({ message, reason: null, remedy: 'change-settings' });

/** Failure of a task, with the server's message, or a general one if the server sent none. */
export function taskFailure(
  error: { code: ErrorCode; message: string } | undefined,
  { gone }: FailureSentences = {},
): Failure {
  if (error?.code === 'NOT_FOUND' && gone !== undefined) return toGone(gone);
  return {
    message: error?.message ?? MESSAGES.taskFailed,
    reason: null,
    remedy: remedyFor(error?.code ?? null),
  };
}

export const resultMissing = ({ pictureMissing }: FailureSentences = {}): Failure => ({
  message: pictureMissing ?? MESSAGES.taskFailed,
  reason: null,
  remedy: 'retry',
});

/** Failure if the mask is empty, because the user drew nothing or erased everything. */
export const emptyMask: Failure = {
  message: ERRORS.EMPTY_MASK.message,
  reason: null,
  remedy: 'change-settings',
};

export const outOfCredits: Failure = { message: MESSAGES.outOfCredits, reason: null, remedy: 'pricing' };

const GATEWAY_STATUSES: readonly number[] = [502, 504];

/**
 * Failure of an upload or a refused request. If retrying can help, the message is the tool's own and a known reason
 * is shown below it. Otherwise the message is that of the error code.
 * @param status HTTP status; 0 if there was no answer
 */
export function requestFailure(
  { refused = MESSAGES.taskFailed, gatewayBusy, gone }: FailureSentences,
  { code, status, reason }: { code: ErrorCode | null; status: number; reason: string | null },
): Failure {
  if (code === 'NOT_FOUND' && gone !== undefined) return toGone(gone);
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

/** Failure after the page has waited five minutes for an answer. */
export const gaveUp: Failure = {
  message: MESSAGES.taskFailed,
  reason: ERRORS.TASK_TIMED_OUT.message,
  remedy: 'retry',
};
