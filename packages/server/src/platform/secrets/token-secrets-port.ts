/** Secrets for sessions: derivation and hashing, keyed by the server. */
export interface TokenSecrets {
  /**
   * The refresh token of a family's generation. The same arguments give the same token, so that a lost reply
   * can be repeated although only the token's hash is stored.
   */
  refreshToken(familyId: string, generation: number): string;
  /** The stored form of a refresh token or a link's token. */
  hashToken(token: string): Uint8Array;
  /** A new secret for a link: 256 random bits in base64url. */
  newLinkToken(): string;
  /**
   * A proof, valid until `expiresAt`, that this user has signed in on a device. Each call makes a new device.
   */
  deviceToken(userId: string, expiresAt: Date): string;
  /** The device id of a proof; null unless the proof is ours, belongs to this user and has not expired. */
  readDeviceToken(token: string, userId: string, now: Date): string | null;
  /** What a webhook's deliveries are signed with: 256 bits, the same for the same arguments, so that none is stored. */
  webhookSecret(webhookId: string, generation: number): Uint8Array;
  /** A keyed hash of an address (network or mail); it cannot be reversed without the key. */
  hashAddress(address: string): Uint8Array;
}
