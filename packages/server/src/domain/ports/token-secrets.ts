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
  /** A proof that this user has signed in somewhere, good until then; each is another device's. */
  deviceToken(userId: string, expiresAt: Date): string;
  /** What tells the device of a proof from others; null unless the proof is ours, this user's and still good. */
  readDeviceToken(token: string, userId: string, now: Date): string | null;
  /** A keyed hash of an address (of a network, or of mail); it cannot be turned back without the key. */
  hashAddress(address: string): Uint8Array;
}
