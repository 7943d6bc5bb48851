import { ERRORS } from '@packshot/contract/errors';
import type { ErrorCode } from '@packshot/contract/errors';

/** Error for a server's refusal, with the server's error code. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(ERRORS[code].message);
    this.code = code;
  }
}
