/** Who signed up at Google Cloud Marketplace, as its token says. */
export interface MarketplaceSignUp {
  /** Google's id of the person there; the same each time. */
  readonly userIdentity: string;
  /** After this the token is refused by itself. */
  readonly expiresAt: Date;
}

export interface MarketplaceTokens {
  /** @returns null unless it was signed by Google, for us, and has not expired */
  verify(token: string): Promise<MarketplaceSignUp | null>;
}
