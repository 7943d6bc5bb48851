import { ERRORS, type ErrorCode } from '@packshot/contract';

/** A refusal that the caller is told about: the code decides status and sentence (contract, `ERRORS`). */
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

/** Thrown when a limit is passed; answered with Retry-After. */
export class TooManyRequestsError extends DomainError {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
