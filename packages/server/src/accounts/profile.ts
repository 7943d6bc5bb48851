import type { CurrentUser, ProfilePatch } from '@packshot/contract';
import { ATTEMPT_LIMITS, countAttempt } from './attempts.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { Caller } from '../platform/access/caller.ts';
import type { UserChanges } from './account-store.ts';
import type { AccountDependencies } from './dependencies.ts';
import { presentCurrentUser } from './present.ts';

/**
 * Applies a patch to the user's profile.
 * @throws DomainError UNAUTHENTICATED if the account was deleted
 */
export async function updateProfile(
  deps: AccountDependencies,
  caller: Caller,
  patch: ProfilePatch,
): Promise<CurrentUser> {
  assertPermitted(caller, 'account.write');
  const { accounts, ledger } = deps.database.stores;
  const changes: UserChanges = {
    ...(patch.first_name !== undefined && { firstName: patch.first_name }),
    ...(patch.last_name !== undefined && { lastName: patch.last_name }),
    ...(patch.company_name !== undefined && { companyName: patch.company_name || null }),
    ...(patch.signs_pictures !== undefined && { signsPictures: patch.signs_pictures }),
    ...(patch.language !== undefined && { language: patch.language }),
  };
  if (Object.keys(changes).length > 0) await accounts.updateUser(caller.userId, changes);
  const account = await accounts.find(caller.userId);
  if (account === null) throw new DomainError('UNAUTHENTICATED');
  const { balance } = await ledger.balance(caller.userId, 'freemium');
  return presentCurrentUser(account, balance);
}

/**
 * Deletes an account. Immediately removes personal data and sessions, cancels the subscription if no other user has
 * it, and cancels running work. The sweeper removes files and rows later, once no running job can write to them.
 */
export async function deleteAccount(
  deps: AccountDependencies,
  caller: Caller,
  password: string | undefined,
): Promise<void> {
  assertPermitted(caller, 'account.write');
  const { stores } = deps.database;
  const account = await stores.accounts.find(caller.userId);
  if (account === null) throw new DomainError('UNAUTHENTICATED');
  if (account.passwordHash !== null) {
    const forget = await countAttempt(deps, ATTEMPT_LIMITS.confirmations, caller.userId);
    if (!(await deps.passwords.verify(password ?? '', account.passwordHash))) {
      throw new DomainError('WRONG_PASSWORD');
    }
    await forget();
  }
  await deps.endAccount(account);
}
