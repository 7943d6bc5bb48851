/** Passwords that are guessed first. */
export interface CommonPasswords {
  /** Ignores case and surrounding punctuation. */
  has(password: string): boolean;
}
