/** Failure with a message for the user at the terminal, shown without a stack. */
export class LaunchError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'LaunchError';
  }
}
