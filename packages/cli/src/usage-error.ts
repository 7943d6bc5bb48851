/** Error for an invalid command line, thrown before any work is started. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
