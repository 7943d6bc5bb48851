/** Purposes of the single-use links that the server sends by mail. */
export const LINK_PURPOSES = ['reset-password', 'verify-email', 'set-email', 'marketplace'] as const;

export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export interface NewLinkToken {
  readonly tokenHash: Uint8Array;
  readonly userId: string;
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly expiresAt: Date;
}
