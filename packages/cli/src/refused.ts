import { ERRORS } from '@packshot/contract/errors';
import type { ErrorCode } from '@packshot/contract/errors';

/** One of several input pictures. */
export interface PictureParameter {
  /** Name of the picture's parameter in the API. */
  readonly param: string;
  readonly path: string;
}

/** Refusal of an input by this machine, with the error code and message that a server would return. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: ErrorCode;
  /** Parameter of the picture at fault; undefined for the photo. */
  readonly param: string | undefined;

  /** @param picture picture at fault, which the message names; undefined for the photo */
  constructor(code: ErrorCode, picture?: PictureParameter) {
    const { message } = ERRORS[code];
    super(picture === undefined ? message : `${picture.path}: ${message}`);
    this.code = code;
    this.param = picture?.param;
  }
}
