import { ERRORS, type ErrorCode } from '@packshot/contract';

/** A refusal shown to the caller. The code determines status and message (`ERRORS` in the contract). */
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

/** Thrown past a limit; the response carries Retry-After. */
export class TooManyRequestsError extends DomainError {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
