import type { ErrorCode, Problem } from './generated.ts';

/**
 * Why a call failed: a code of the API (`/v1/problems/{code}` describes each), or one of the client's own. `NETWORK`: nothing came back;
 * `TIMEOUT`: it took longer than `timeoutMs`; `BAD_ANSWER`: what came back is not an answer of this API.
 */
export type FailureCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'BAD_ANSWER';

interface Failure {
  readonly status?: number | undefined;
  readonly param?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly jobId?: string | undefined;
  readonly isReplay?: boolean | undefined;
  readonly cause?: unknown;
}

/**
 * Every failure of a call, except that it was aborted, which throws the reason of the signal. What failed has cost nothing; whoever gives a
 * `BAD_ANSWER` may have taken something: `jobs.list` tells.
 */
export class PackshotError extends Error {
  override readonly name = 'PackshotError';
  /** Never changes its meaning. */
  readonly code: FailureCode;
  /** Of HTTP; undefined: there was no answer. */
  readonly status: number | undefined;
  /** What of the call is at fault, where it is one thing. */
  readonly param: string | undefined;
  /** Quote it in questions about this call. */
  readonly requestId: string | undefined;
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined;
  /** The job that failed. */
  readonly jobId: string | undefined;
  /** True: an earlier call with the same idempotency key had this failure. */
  readonly isReplay: boolean;

  constructor(code: FailureCode, message: string, failure: Failure = {}) {
    super(message, failure.cause === undefined ? {} : { cause: failure.cause });
    this.code = code;
    this.status = failure.status;
    this.param = failure.param;
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
    this.jobId = failure.jobId;
    this.isReplay = failure.isReplay ?? false;
  }
}

/** @param failure what only the answer's headers say */
export const errorOfProblem = (problem: Problem, failure: Failure = {}): PackshotError =>
  new PackshotError(problem.code, problem.detail, {
    ...failure,
    status: problem.status,
    param: problem.param,
    requestId: problem.request_id,
  });
