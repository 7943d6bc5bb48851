import type { Stores } from '../database.ts';
import type { AccountDependencies } from './dependencies.ts';

/** Two who want one address, however they come in, take turns. */
export const lockMailAddress = (
  { secrets }: Pick<AccountDependencies, 'secrets'>,
  stores: Stores,
  email: string,
): Promise<void> => stores.accounts.lockAddress(secrets.hashAddress(email.toLowerCase()));
