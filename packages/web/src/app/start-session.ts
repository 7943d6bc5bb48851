import { refreshCredits } from '../lib/plans/credits.ts';
import { readCurrentUser } from '../lib/session/current-user.ts';
import { ensureSession } from '../lib/session/session.ts';
import { STORAGE_KEYS } from '../lib/state/storage-keys.ts';
import { readStored } from '../lib/state/storage.ts';

/**
 * Starts or continues the session, and reads the balances. Loaded after the first screen, like all code that calls the
 * server.
 */
export async function startSession(): Promise<void> {
  await ensureSession();
  // If the balances can't be read, the header shows none.
  refreshCredits().catch(() => undefined);
  // Results that a guest couldn't store in the history wait until the guest has an account.
  if (readCurrentUser()?.is_guest !== false) return;
  // The stored user may be outdated: another device may have confirmed the address or changed the name.
  void import('../lib/session/user-info.ts').then(({ refreshUserInfo }) => refreshUserInfo());
  if (readStored(STORAGE_KEYS.unfiled) !== null)
    import('../lib/filing/file-unfiled.ts').then(({ fileUnfiled }) => fileUnfiled()).catch(() => undefined);
}
