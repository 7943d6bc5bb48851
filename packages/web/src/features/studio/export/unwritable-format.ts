/** Survives the way between threads, and minifying. */
export const UNWRITABLE_FORMAT = 'UnwritableFormatError';

/** The browser has no encoder for a format. */
export class UnwritableFormatError extends Error {
  override readonly name = UNWRITABLE_FORMAT;
}
