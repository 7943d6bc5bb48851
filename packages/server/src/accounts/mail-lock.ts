import type { AccountStores } from './stores.ts';
import type { AccountDependencies } from './dependencies.ts';

/** Locks a mail address, so that two accounts can't claim it at the same time, whichever way they sign up. */
export const lockMailAddress = (
  { secrets }: Pick<AccountDependencies, 'secrets'>,
  stores: AccountStores,
  email: string,
): Promise<void> => stores.accounts.lockAddress(secrets.hashAddress(email.toLowerCase()));
