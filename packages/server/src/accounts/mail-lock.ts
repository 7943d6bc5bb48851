import type { Stores } from './stores.ts';
import type { AccountDependencies } from './dependencies.ts';

/** Serializes everything that claims an address, whichever way it comes in. */
export const lockMailAddress = (
  { secrets }: Pick<AccountDependencies, 'secrets'>,
  stores: Stores,
  email: string,
): Promise<void> => stores.accounts.lockAddress(secrets.hashAddress(email.toLowerCase()));
