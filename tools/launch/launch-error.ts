/** A failure whose message is written for the person at the terminal: it is shown alone, without a stack. */
export class LaunchError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'LaunchError';
  }
}
