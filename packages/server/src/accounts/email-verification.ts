import type { VerifyEmailResponse } from '@packshot/contract';
import { ATTEMPT_LIMITS, countAttempt } from './attempts.ts';
import { grant } from '../credits/grant.ts';
import { allowanceReference } from '../credits/references.ts';
import type { AccountStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { Caller } from '../platform/access/caller.ts';
import type { Account } from './account-store.ts';
import type { AccountDependencies } from './dependencies.ts';
import { toMailbox } from './mail-address.ts';
import { setAddress } from './new-address.ts';

/**
 * Redeems a link's token.
 * @throws DomainError LINK_EXPIRED if it is used or expired, or if its address is no longer the account's
 */
export async function verifyEmail(deps: AccountDependencies, token: string): Promise<VerifyEmailResponse> {
  const outcome = await deps.database.transaction(async (stores) => {
    const tokenHash = deps.secrets.hashToken(token);
    const link = await stores.linkTokens.take(tokenHash, 'verify-email', deps.clock.now());
    if (link === null) return setAddress(deps, stores, tokenHash);
    const account = await stores.accounts.lock(link.userId);
    if (account?.email !== link.email) return null;
    await stores.linkTokens.deleteForUser(link.userId, 'verify-email');
    return { email: link.email, granted: await confirmAddress(deps, stores, account) };
  });
  if (outcome === null) throw new DomainError('LINK_EXPIRED');
  return outcome;
}

/** Services used to confirm an address. */
export type AllowanceDependencies = Pick<AccountDependencies, 'clock' | 'secrets' | 'allowances'>;

/**
 * Marks the account's address as confirmed and adds the free allowance. Each mailbox gets it once: not again
 * under another spelling, nor after the account was deleted.
 * @returns true when the allowance was added
 */
export async function confirmAddress(
  deps: AllowanceDependencies,
  stores: AccountStores,
  account: Account,
): Promise<boolean> {
  if (account.email === null || account.emailVerifiedAt !== null) return false;
  await stores.accounts.updateUser(account.userId, { emailVerifiedAt: deps.clock.now() });
  return grantAllowanceOnce(deps, stores, account.userId, deps.secrets.hashAddress(toMailbox(account.email)));
}

/**
 * Adds the free allowance of an account.
 * @param claimHash hash of the mailbox, or of the marketplace identity, that receives it once
 * @returns false when it was already received
 */
export async function grantAllowanceOnce(
  deps: AllowanceDependencies,
  stores: AccountStores,
  userId: string,
  claimHash: Uint8Array,
): Promise<boolean> {
  if (!(await stores.accounts.claimAllowance(claimHash, deps.clock.now()))) return false;
  const { memberGenerations, memberDownloads } = deps.allowances;
  const allowance = { generations: memberGenerations, downloads: memberDownloads };
  await grant(stores.ledger, userId, allowance, (ledger) => allowanceReference(claimHash, ledger));
  return true;
}

/** Sends the link again, within the limit of attempts. */
export async function resendVerification(deps: AccountDependencies, caller: Caller): Promise<void> {
  assertPermitted(caller, 'account.write');
  await countAttempt(deps, ATTEMPT_LIMITS.verificationMails, caller.userId);
  await deps.database.stores.jobs.enqueue({
    name: 'mail',
    payload: { kind: 'verify-email', userId: caller.userId },
  });
}
