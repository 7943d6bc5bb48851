/** A person who signed up at Google Cloud Marketplace, as stated by its token. */
interface MarketplaceSignUp {
  /** Google's id of the person at the marketplace; always the same. */
  readonly userIdentity: string;
  /** The token is refused after this. */
  readonly expiresAt: Date;
}

export interface MarketplaceTokens {
  /** @returns null unless Google signed it, for us, and it has not expired */
  verify(token: string): Promise<MarketplaceSignUp | null>;
}
