import type { VerifyEmailResponse } from '@packshot/contract';
import { ATTEMPT_LIMITS, countAttempt } from './attempts.ts';
import type { AccountStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { Caller } from '../platform/access/caller.ts';
import type { AccountDependencies } from './dependencies.ts';
import { toMailbox } from './mail-address.ts';
import { lockMailAddress } from './mail-lock.ts';

/**
 * Mails a link that sets the account's mail address. Used by accounts from a marketplace, which doesn't send us an
 * address.
 * @throws DomainError HAS_ADDRESS when the account has an address, EMAIL_TAKEN when another account has this one;
 * TooManyRequestsError
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
 * Sets the account's mail address to the one that received the link. Adds no free credits, because the marketplace
 * sign-up added them. Marks the mailbox as used, so that a second account with it receives no free credits.
 * @returns null if the link is unknown, used or expired, or if the account has an address by now
 * @throws DomainError EMAIL_TAKEN if another account took the address first
 */
export async function setAddress(
  deps: AccountDependencies,
  stores: AccountStores,
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
  await stores.linkTokens.deleteForUser(userId, 'set-email');
  await stores.accounts.updateUser(userId, { email, emailVerifiedAt: now });
  await stores.accounts.claimAllowance(deps.secrets.hashAddress(toMailbox(email)), now);
  return { email, granted: false };
}
