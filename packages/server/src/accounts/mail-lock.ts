import type { AccountStores } from './stores.ts';
import type { AccountDependencies } from './dependencies.ts';

/** Serializes all claims to a mail address, for every way of signing up. */
export const lockMailAddress = (
  { secrets }: Pick<AccountDependencies, 'secrets'>,
  stores: AccountStores,
  email: string,
): Promise<void> => stores.accounts.lockAddress(secrets.hashAddress(email.toLowerCase()));
