/** A backup that cannot be made, or one that is not to be trusted: a sentence for the operator, shown without a stack. */
export class BackupError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'BackupError';
  }
}
