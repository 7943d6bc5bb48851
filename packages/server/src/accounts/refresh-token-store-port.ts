/** Why a sign-in ended. */
export const REVOCATION_REASONS = [
  'logout',
  'reuse',
  /** By the user, from another device. */
  'revoked',
  'password-reset',
  /** The guest became an account and continues with a session of the account. */
  'registered',
  /** The guest signed in to an account, which took over their work. */
  'joined',
  'account-deleted',
] as const;

type RevocationReason = (typeof REVOCATION_REASONS)[number];

interface RefreshToken {
  readonly familyId: string;
  readonly userId: string;
  readonly generation: number;
  readonly expiresAt: Date;
  readonly rotatedAt: Date | null;
  readonly isFamilyRevoked: boolean;
  /** The family's newest generation, the only token that is not rotated yet. */
  readonly liveGeneration: number;
}

interface NewRefreshToken {
  readonly familyId: string;
  readonly generation: number;
  readonly tokenHash: Uint8Array;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

interface TokenFamily {
  readonly id: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

export interface RefreshTokenStore {
  insertFamily(familyId: string, userId: string, userAgent: string, at: Date): Promise<void>;
  insertToken(token: NewRefreshToken): Promise<void>;
  /** The token with this hash; locks its family until the transaction ends. */
  lockByHash(tokenHash: Uint8Array): Promise<RefreshToken | null>;
  /** Also updates the family's last use. */
  markRotated(familyId: string, generation: number, at: Date): Promise<void>;
  revokeFamily(familyId: string, because: RevocationReason, at: Date): Promise<void>;
  /** Families that are neither revoked nor expired, most recent use first. */
  listFamilies(userId: string, at: Date): Promise<readonly TokenFamily[]>;
  /** @returns false when the user has no such active family */
  revokeOwnFamily(userId: string, familyId: string, because: RevocationReason, at: Date): Promise<boolean>;
  /** Revokes every active family of the user except one, or all of them. */
  revokeFamiliesOf(
    userId: string,
    exceptFamilyId: string | null,
    because: RevocationReason,
    at: Date,
  ): Promise<void>;
  /** Deletes families whose last token expired. Returns how many. */
  deleteExpired(before: Date): Promise<number>;
}
