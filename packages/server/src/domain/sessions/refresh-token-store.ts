/** Why a sign-in ended. */
export const REVOCATION_REASONS = [
  'logout',
  'reuse',
  /** By the user, from another device. */
  'revoked',
  'password-reset',
  /** A guest who became an account goes on with a session of the account. */
  'registered',
  /** A guest who signed in to an account: their work is that account's now. */
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
  /** The family's newest generation: the one token that is not rotated yet. */
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

export interface RefreshTokenStore {
  insertFamily(familyId: string, userId: string, userAgent: string, at: Date): Promise<void>;
  insertToken(token: NewRefreshToken): Promise<void>;
  /** The token with this hash; its family stays locked until the transaction ends. */
  lockByHash(tokenHash: Uint8Array): Promise<RefreshToken | null>;
  /** Also notes that the family was used. */
  markRotated(familyId: string, generation: number, at: Date): Promise<void>;
  revokeFamily(familyId: string, because: RevocationReason, at: Date): Promise<void>;
  /** Families that are neither revoked nor expired, the newest use first. */
  listFamilies(userId: string, at: Date): Promise<readonly TokenFamily[]>;
  /** @returns false when the user has no such live family */
  revokeOwnFamily(userId: string, familyId: string, because: RevocationReason, at: Date): Promise<boolean>;
  /** Every live family of the user but one, or all of them. */
  revokeFamiliesOf(
    userId: string,
    exceptFamilyId: string | null,
    because: RevocationReason,
    at: Date,
  ): Promise<void>;
  /** Families whose last token expired. Returns how many. */
  deleteExpired(before: Date): Promise<number>;
}
