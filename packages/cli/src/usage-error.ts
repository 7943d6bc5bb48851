/** The command line itself is wrong: nothing was begun. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
