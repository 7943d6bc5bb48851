import type { Caller } from '../platform/access/caller.ts';
import type { AccountStores } from './stores.ts';
import type { Clock } from '../platform/clock.ts';
import type { Account } from './account-store.ts';

/**
 * Moves a guest's finished work to the account they sign in to. The guest's credits aren't moved, because the account
 * has received its own free credits. Running work isn't moved either, because its credit may have to be returned to
 * the guest.
 */
export async function adoptGuestWork(
  { clock }: { readonly clock: Clock },
  stores: AccountStores,
  caller: Caller | null,
  account: Account,
): Promise<void> {
  if (caller === null || caller.userId === account.userId) return;
  const guest = await stores.accounts.lock(caller.userId);
  if (guest?.isGuest !== true) return;
  await stores.requests.moveEnded(guest.userId, account.userId);
  await stores.accounts.markJoined(guest.userId, account.userId);
  await stores.refreshTokens.revokeFamilies(guest.userId, null, 'joined', clock.now());
}
