/** Error name, compared as a string because workers and minifying lose the class. */
export const UNWRITABLE_FORMAT = 'UnwritableFormatError';

/** Thrown if the browser has no encoder for a format. */
export class UnwritableFormatError extends Error {
  override readonly name = UNWRITABLE_FORMAT;
}
