/**
 * Error of a backup that can't be made or can't be trusted. The message is a sentence for the operator, shown without
 * a stack.
 */
export class BackupError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'BackupError';
  }
}
