/** What links in mails are for. */
export const LINK_PURPOSES = ['reset-password', 'verify-email', 'set-email', 'marketplace'] as const;

export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export interface NewLinkToken {
  readonly tokenHash: Uint8Array;
  readonly userId: string;
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly expiresAt: Date;
}

export interface LinkTokenStore {
  insert(token: NewLinkToken): Promise<void>;
  /** Uses the token up. @returns null for one that is unknown, used, expired, or for something else */
  take(
    tokenHash: Uint8Array,
    purpose: LinkPurpose,
    at: Date,
  ): Promise<{ readonly userId: string; readonly email: string } | null>;
  /** The user's other links of this kind are worth nothing any more. */
  deleteOf(userId: string, purpose: LinkPurpose): Promise<void>;
  deleteExpired(before: Date): Promise<number>;
}
