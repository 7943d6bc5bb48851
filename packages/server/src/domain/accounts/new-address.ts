import type { VerifyEmailResponse } from '@packshot/contract';
import { ATTEMPT_LIMITS, countAttempt } from '../abuse/attempts.ts';
import type { Stores } from '../database.ts';
import { DomainError } from '../domain-error.ts';
import { assertPermitted } from '../permissions.ts';
import type { Caller } from '../caller.ts';
import type { AccountDependencies } from './dependencies.ts';
import { mailboxOf } from './mail-address.ts';
import { lockMailAddress } from './mail-lock.ts';

/**
 * Orders the mail with a link that makes an address the account's: for who came by a marketplace, which tells us none.
 * @throws DomainError HAS_ADDRESS for an account that has an address, EMAIL_TAKEN for another account's; TooManyRequestsError
 */
export async function orderAddressMail(
  deps: AccountDependencies,
  caller: Caller,
  email: string,
): Promise<void> {
  assertPermitted(caller, 'account.write');
  const { accounts, jobs } = deps.database.stores;
  const account = await accounts.find(caller.userId);
  if (account === null) throw new DomainError('UNAUTHENTICATED');
  if (account.email !== null) throw new DomainError('HAS_ADDRESS');
  await countAttempt(deps, ATTEMPT_LIMITS.verificationMails, caller.userId);
  await countAttempt(deps, ATTEMPT_LIMITS.newAddressMails, email.toLowerCase());
  if ((await accounts.findByEmail(email)) !== null) throw new DomainError('EMAIL_TAKEN');
  await jobs.enqueue({ name: 'mail', payload: { kind: 'set-email', userId: caller.userId, email } });
}

/**
 * Makes the address of a link the account's. It brings no allowance: the marketplace has given one, and the mailbox does
 * not bring another to the next account.
 * @returns null for a link that is unknown, used or old, or whose account has an address by now
 * @throws DomainError EMAIL_TAKEN when another account was faster
 */
export async function setAddress(
  deps: AccountDependencies,
  stores: Stores,
  tokenHash: Uint8Array,
): Promise<VerifyEmailResponse | null> {
  const now = deps.clock.now();
  const link = await stores.linkTokens.take(tokenHash, 'set-email', now);
  if (link === null) return null;
  const { userId, email } = link;
  await lockMailAddress(deps, stores, email);
  if ((await stores.accounts.findByEmail(email)) !== null) throw new DomainError('EMAIL_TAKEN');
  const account = await stores.accounts.lock(userId);
  if (account === null || account.email !== null) return null;
  await stores.linkTokens.deleteOf(userId, 'set-email');
  await stores.accounts.updateUser(userId, { email, emailVerifiedAt: now });
  await stores.accounts.claimAllowance(deps.secrets.hashAddress(mailboxOf(email)), now);
  return { email, granted: false };
}
