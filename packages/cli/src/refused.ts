import { ERRORS } from '@packshot/contract/errors';
import type { ErrorCode } from '@packshot/contract/errors';

/** Refusal of an input by this machine, with the error code and message that a server would return. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(ERRORS[code].message);
    this.code = code;
  }
}
