import { ERRORS } from '@packshot/contract';
import type { ImageRefusalCode } from '@packshot/contract';

/**
 * Error for a picture that can't be processed because of its content or format. `code` and `message` (a plain sentence
 * for the user) are defined by the API contract; `cause`, if any, is for the log.
 */
export class ImageRefusal extends Error {
  readonly code: ImageRefusalCode;
  /** Number of the product at fault in a scene of several, from 1; undefined for any other picture. */
  readonly product: number | undefined;

  constructor(code: ImageRefusalCode, options?: ErrorOptions & { readonly product?: number | undefined }) {
    super(ERRORS[code].message, options);
    this.name = 'ImageRefusal';
    this.code = code;
    this.product = options?.product;
  }
}
