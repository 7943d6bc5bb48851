/** The purposes of links in mails. */
export const LINK_PURPOSES = ['reset-password', 'verify-email', 'set-email', 'marketplace'] as const;

export type LinkPurpose = (typeof LINK_PURPOSES)[number];

interface NewLinkToken {
  readonly tokenHash: Uint8Array;
  readonly userId: string;
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly expiresAt: Date;
}

export interface LinkTokenStore {
  insert(token: NewLinkToken): Promise<void>;
  /** Uses the token up. @returns null when it is unknown, used, expired, or for another purpose */
  take(
    tokenHash: Uint8Array,
    purpose: LinkPurpose,
    at: Date,
  ): Promise<{ readonly userId: string; readonly email: string } | null>;
  /** Invalidates the user's other links of this kind. */
  deleteOf(userId: string, purpose: LinkPurpose): Promise<void>;
  deleteExpired(before: Date): Promise<number>;
}
