import { ERRORS } from '@packshot/contract';
import type { ImageRefusalCode } from '@packshot/contract';

/**
 * Thrown for a picture that can't be processed because of the picture itself. `code` and `message` (a plain sentence
 * for the user) are the contract's; `cause`, if any, is for the log.
 */
export class ImageRefusal extends Error {
  readonly code: ImageRefusalCode;

  constructor(code: ImageRefusalCode, options?: ErrorOptions) {
    super(ERRORS[code].message, options);
    this.name = 'ImageRefusal';
    this.code = code;
  }
}
