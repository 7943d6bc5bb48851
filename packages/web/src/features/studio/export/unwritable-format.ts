/**
 * Name of the error class. Code compares the name, because errors lose their class when sent from a worker, and
 * minifying renames classes.
 */
export const UNWRITABLE_FORMAT = 'UnwritableFormatError';

export class UnwritableFormatError extends Error {
  override readonly name = UNWRITABLE_FORMAT;
}
