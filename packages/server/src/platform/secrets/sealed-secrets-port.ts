/** Secrets of others that we must be able to use again: encrypted at rest with a key of the installation. */
export interface SealedSecrets {
  /** @param about what it belongs to: it opens for nothing else */
  seal(secret: string, about: string): Uint8Array;
  /** Null: sealed by another installation or for something else, or damaged. */
  open(sealed: Uint8Array, about: string): string | null;
}
