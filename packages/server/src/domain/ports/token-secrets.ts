/** Secrets for the session rules: derivation and hashing, keyed by the server. */
export interface TokenSecrets {
  /**
   * The refresh token of a family's generation. The same arguments give the same token, so that a reply that
   * was lost can be given again although only the token's hash is stored.
   */
  refreshToken(familyId: string, generation: number): string;
  /** What is stored of a refresh token. */
  hashToken(token: string): Uint8Array;
  /** A keyed hash of a network address; it cannot be turned back without the key. */
  hashAddress(address: string): Uint8Array;
}
