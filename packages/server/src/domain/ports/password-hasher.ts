/** Slow on purpose; one computation at a time, so that signing in cannot starve everything else. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * @param hash null for an account that does not exist or has no password: the same work is done, and the answer
   *   is no, so that the time it takes tells nothing
   */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** True for a hash with weaker parameters than new ones get. */
  isOutdated(hash: string): boolean;
}
