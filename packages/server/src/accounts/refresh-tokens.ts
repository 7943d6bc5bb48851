export const REVOCATION_REASONS = [
  'logout',
  'reuse',
  /** The user ended the session from another device. */
  'revoked',
  'password-reset',
  /** The guest became a member and continues with a new session. */
  'registered',
  /** The guest signed in to an account, which took over their work. */
  'joined',
  'account-deleted',
] as const;

export type RevocationReason = (typeof REVOCATION_REASONS)[number];

export interface RefreshToken {
  readonly familyId: string;
  readonly userId: string;
  readonly generation: number;
  readonly expiresAt: Date;
  readonly rotatedAt: Date | null;
  readonly isFamilyRevoked: boolean;
  /** Newest generation of the token's family. Its token is the only one that hasn't been replaced yet. */
  readonly liveGeneration: number;
}

export interface NewRefreshToken {
  readonly familyId: string;
  readonly generation: number;
  readonly tokenHash: Uint8Array;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

export interface TokenFamily {
  readonly id: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}
