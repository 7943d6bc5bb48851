import type { Database } from '../database.ts';
import type { CommonPasswords } from '../ports/common-passwords.ts';
import type { Captcha } from '../ports/captcha.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';
import type { MarketplaceTokens } from '../ports/marketplace-tokens.ts';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { SignUpPolicy } from './sign-up-policy.ts';
import type { SubscriptionEnding } from '../ports/subscription-ending.ts';
import type { TokenDependencies } from '../sessions/token-families.ts';

export interface AccountDependencies extends TokenDependencies {
  readonly database: Database;
  readonly captcha: Captcha | null;
  readonly passwords: PasswordHasher;
  readonly commonPasswords: CommonPasswords;
  /** Null when it is not configured. */
  readonly google: IdentityProvider | null;
  /** Null when it is not configured. */
  readonly marketplace: MarketplaceTokens | null;
  readonly subscriptions: SubscriptionEnding;
  readonly signUp: SignUpPolicy;
  readonly allowances: {
    readonly memberGenerations: number;
    readonly memberDownloads: number;
  };
}
