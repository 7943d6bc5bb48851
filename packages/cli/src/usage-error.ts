/** Thrown if the command line is invalid; no work was started. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
