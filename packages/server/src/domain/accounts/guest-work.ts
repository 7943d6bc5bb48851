import type { Caller } from '../caller.ts';
import type { Stores } from '../database.ts';
import type { Clock } from '../ports/clock.ts';
import type { Account } from './account-store.ts';

/**
 * A guest who signs in to an account that is there already brings their work along: what has ended becomes the
 * account's. Credits stay behind (the account has had its own allowance), and so does what is still running, whose
 * credit may have to be given back to whom it was taken from.
 */
export async function bringGuestWork(
  { clock }: { readonly clock: Clock },
  stores: Stores,
  caller: Caller | null,
  account: Account,
): Promise<void> {
  if (caller === null || caller.userId === account.userId) return;
  const guest = await stores.accounts.lock(caller.userId);
  if (guest?.isGuest !== true) return;
  await stores.requests.moveEnded(guest.userId, account.userId);
  await stores.accounts.markJoined(guest.userId, account.userId);
  await stores.refreshTokens.revokeFamiliesOf(guest.userId, null, 'joined', clock.now());
}
