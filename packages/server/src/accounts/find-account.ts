import { DomainError } from '../platform/domain-error.ts';
import type { Account, AccountStore } from './account-store.ts';

const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const LONGEST = 254;

/**
 * Finds the account that the operator asks for.
 * @param who user id or mail address
 * @throws DomainError NOT_FOUND
 */
export async function findAccount(accounts: AccountStore, who: string): Promise<Account> {
  if (who.length > LONGEST) throw new DomainError('NOT_FOUND');
  const account = await (ID.test(who) ? accounts.find(who.toLowerCase()) : accounts.findByEmail(who));
  if (account === null) throw new DomainError('NOT_FOUND');
  return account;
}
