import type { ErrorCode, Problem } from './generated.ts';

/**
 * Reason for a failed call: a code of the API (`/v1/problems/{code}` describes each), or one of the client's own.
 * `NETWORK`: no response; `TIMEOUT`: it took longer than `timeoutMs`; `BAD_ANSWER`: the response isn't one of this API.
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
 * Thrown for every failed call, except an aborted one, which throws the signal's reason. A failed call costs nothing.
 * After `BAD_ANSWER` the server may have charged the call; check with `jobs.list`.
 */
export class PackshotError extends Error {
  override readonly name = 'PackshotError';
  /** Stable: codes never change their meaning. */
  readonly code: FailureCode;
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** Invalid parameter of the call, if there is a single one. */
  readonly param: string | undefined;
  /** ID to quote in questions about this call. */
  readonly requestId: string | undefined;
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined;
  /** The job that failed. */
  readonly jobId: string | undefined;
  /** True if an earlier call with the same idempotency key had this failure. */
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

/** @param failure details found only in the response's headers */
export const errorOfProblem = (problem: Problem, failure: Failure = {}): PackshotError =>
  new PackshotError(problem.code, problem.detail, {
    ...failure,
    status: problem.status,
    param: problem.param,
    requestId: problem.request_id,
  });
