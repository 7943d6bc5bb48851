import type { VerifyEmailResponse } from '@packshot/contract';
import { ATTEMPT_LIMITS, countAttempt } from '../abuse/attempts.ts';
import { grant } from '../credits/grant.ts';
import { allowanceReference } from '../credits/references.ts';
import type { Stores } from '../database.ts';
import { DomainError } from '../domain-error.ts';
import { assertPermitted } from '../permissions.ts';
import type { Caller } from '../caller.ts';
import type { Account } from './account-store.ts';
import type { AccountDependencies } from './dependencies.ts';
import { mailboxOf } from './mail-address.ts';
import { setAddress } from './new-address.ts';

/** Takes a link's token. Throws LINK_EXPIRED for one that is used, old, or of an address that is no longer the account's. */
export async function verifyEmail(deps: AccountDependencies, token: string): Promise<VerifyEmailResponse> {
  const outcome = await deps.database.transaction(async (stores) => {
    const tokenHash = deps.secrets.hashToken(token);
    const link = await stores.linkTokens.take(tokenHash, 'verify-email', deps.clock.now());
    if (link === null) return setAddress(deps, stores, tokenHash);
    const account = await stores.accounts.lock(link.userId);
    if (account?.email !== link.email) return null;
    await stores.linkTokens.deleteOf(link.userId, 'verify-email');
    return { email: link.email, granted: await confirmAddress(deps, stores, account) };
  });
  if (outcome === null) throw new DomainError('LINK_EXPIRED');
  return outcome;
}

/**
 * Notes that the account's address is proven to be its owner's, and adds the free allowance, once for each mailbox:
 * not again for another spelling of it, nor after the account was deleted.
 * @returns true when the allowance was added
 */
export async function confirmAddress(
  deps: AccountDependencies,
  stores: Stores,
  account: Account,
): Promise<boolean> {
  if (account.email === null || account.emailVerifiedAt !== null) return false;
  await stores.accounts.updateUser(account.userId, { emailVerifiedAt: deps.clock.now() });
  return grantAllowanceOnce(deps, stores, account.userId, deps.secrets.hashAddress(mailboxOf(account.email)));
}

/**
 * Adds the free allowance of an account.
 * @param claimHash what brings it once: a mailbox, or an identity at the marketplace
 * @returns false when that has brought it before
 */
export async function grantAllowanceOnce(
  deps: AccountDependencies,
  stores: Stores,
  userId: string,
  claimHash: Uint8Array,
): Promise<boolean> {
  if (!(await stores.accounts.claimAllowance(claimHash, deps.clock.now()))) return false;
  const { memberGenerations, memberDownloads } = deps.allowances;
  const allowance = { generations: memberGenerations, downloads: memberDownloads };
  await grant(stores.ledger, userId, allowance, (ledger) => allowanceReference(claimHash, ledger));
  return true;
}

/** Orders another mail with a link, within the limit of attempts. */
export async function resendVerification(deps: AccountDependencies, caller: Caller): Promise<void> {
  assertPermitted(caller, 'account.write');
  await countAttempt(deps, ATTEMPT_LIMITS.verificationMails, caller.userId);
  await deps.database.stores.jobs.enqueue({
    name: 'mail',
    payload: { kind: 'verify-email', userId: caller.userId },
  });
}
