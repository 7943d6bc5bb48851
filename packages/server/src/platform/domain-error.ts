import { ERRORS, queueTooLongFor, type ErrorCode } from '@packshot/contract';

/** An error that the caller may see. The code determines status and message (`ERRORS` in the contract). */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly detail: unknown;

  constructor(code: ErrorCode, options: { detail?: unknown; cause?: unknown } = {}) {
    super(ERRORS[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.detail = options.detail;
  }
}

/** A temporary refusal; the response carries Retry-After. */
export class RetryLaterError extends DomainError {
  readonly retryAfterSeconds: number;
  constructor(code: ErrorCode, retryAfterSeconds: number, options: { detail?: unknown } = {}) {
    super(code, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class TooManyRequestsError extends RetryLaterError {
  constructor(retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', retryAfterSeconds);
  }
}

/** Error for work that would start too late because the queue is long. */
export class QueueTooLongError extends RetryLaterError {
  constructor(waitSeconds: number, retryAfterSeconds: number) {
    super('QUEUE_TOO_LONG', retryAfterSeconds, {
      detail: { reason: queueTooLongFor(waitSeconds, retryAfterSeconds) },
    });
    this.message = `${this.message} ${queueTooLongFor(waitSeconds, retryAfterSeconds)}`;
  }
}
