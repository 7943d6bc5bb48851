/** Secrets for the session rules: derivation and hashing, keyed by the server. */
export interface TokenSecrets {
  /**
   * The refresh token of a family's generation. The same arguments give the same token, so that a reply that
   * was lost can be given again although only the token's hash is stored.
   */
  refreshToken(familyId: string, generation: number): string;
  /** What is stored of a refresh token, or of a link's. */
  hashToken(token: string): Uint8Array;
  /** A new secret for a link: 256 random bits in base64url. */
  newLinkToken(): string;
  /** A keyed hash of an address (of a network, or of mail); it cannot be turned back without the key. */
  hashAddress(address: string): Uint8Array;
}
