import type { AccountDatabase } from './stores.ts';
import type { CommonPasswords } from '../platform/identity/common-passwords.ts';
import type { Captcha } from '../platform/captcha/captcha.ts';
import type { IdentityProvider } from '../platform/identity/google.ts';
import type { MarketplaceTokens } from '../platform/identity/marketplace-tokens.ts';
import type { PasswordHasher } from '../platform/identity/password-hasher.ts';
import type { SignUpPolicy } from '../platform/config/sign-up-config.ts';
import type { Account } from './account-store.ts';
import type { TokenDependencies } from './token-families.ts';

export interface AccountDependencies extends TokenDependencies {
  readonly database: AccountDatabase;
  readonly captcha: Captcha | null;
  readonly passwords: PasswordHasher;
  readonly commonPasswords: CommonPasswords;
  /** Google sign-in, or null if it isn't configured. */
  readonly google: IdentityProvider | null;
  /** Marketplace sign-up, or null if it isn't configured. */
  readonly marketplace: MarketplaceTokens | null;
  readonly endAccount: (account: Account) => Promise<void>;
  readonly signUp: SignUpPolicy;
  readonly allowances: {
    readonly memberGenerations: number;
    readonly memberDownloads: number;
  };
}
