import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { CreditStores as StoresBelow } from '../credits/stores.ts';
import type { AccountStore } from './account-store.ts';
import type { AttemptStore } from './attempt-store.ts';
import type { LinkTokenStore } from './link-token-store.ts';
import type { RefreshTokenStore } from './refresh-token-store.ts';

export interface AccountStores extends StoresBelow {
  // Methods of stores in higher layers, injected by the composition root.
  readonly organizations: { isInvited(email: string, at: Date): Promise<boolean> };
  readonly requests: { moveEnded(guestId: string, userId: string): Promise<void> };
  readonly accounts: AccountStore;
  readonly attempts: AttemptStore;
  readonly linkTokens: LinkTokenStore;
  readonly refreshTokens: RefreshTokenStore;
}
export type AccountDatabase = DatabaseOf<AccountStores>;
