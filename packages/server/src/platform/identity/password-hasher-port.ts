/** Deliberately slow. Runs one computation at a time, so that sign-ins cannot starve everything else. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * @param hash null when the account does not exist or has no password: does the same work and returns
   * false, so that timing reveals nothing
   */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** True when the hash has weaker parameters than new ones get. */
  isOutdated(hash: string): boolean;
}
