import type { ErrorCode, Problem } from './generated.ts';

/**
 * Reason for a failed call: a code of the API (`/v1/problems/{code}` describes each), or one of the client's own.
 * `NETWORK`: no response; `TIMEOUT`: the call took longer than `timeoutMs`; `BAD_ANSWER`: the response doesn't come
 * from this API.
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
 * Error that every failed call throws. An aborted call throws the signal's reason instead. After `BAD_ANSWER`,
 * `NETWORK` or `TIMEOUT`, the server may have charged the call; check with `jobs.list`.
 */
export class PackshotError extends Error {
  override readonly name = 'PackshotError';
  /** Stable code of the failure, for programs. */
  readonly code: FailureCode;
  /** HTTP status of the response; undefined without a response. */
  readonly status: number | undefined;
  /** Name of the invalid parameter, if there is exactly one. */
  readonly param: string | undefined;
  /** Request ID to quote when asking the server's operator about this call. */
  readonly requestId: string | undefined;
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined;
  /** ID of the job that failed; undefined if the call failed before a job started. */
  readonly jobId: string | undefined;
  /** Whether this failure is repeated from an earlier call with the same idempotency key. */
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

/** @param failure details that only the response's headers contain */
export const errorOfProblem = (problem: Problem, failure: Failure = {}): PackshotError =>
  new PackshotError(problem.code, problem.detail, {
    ...failure,
    status: problem.status,
    param: problem.param,
    requestId: problem.request_id,
  });
