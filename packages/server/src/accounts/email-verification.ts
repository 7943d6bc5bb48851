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
 * Redeems the token of a link that confirms a mail address.
 * @throws DomainError LINK_EXPIRED if the link is used or expired, or if the account's address has changed since
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

export type AllowanceDependencies = Pick<AccountDependencies, 'clock' | 'secrets' | 'allowances'>;

/**
 * Marks the account's mail address as confirmed and adds the free credits. Each mailbox receives them once, even under
 * another spelling or after its account was deleted.
 * @returns true when the credits were added
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
 * Adds the free credits of a new account.
 * @param claimHash hash of the mailbox, or of the marketplace identity, which can receive them once
 * @returns false when it has already received them
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

/** Sends the link that confirms the mail address again, within the limit of attempts. */
export async function resendVerification(deps: AccountDependencies, caller: Caller): Promise<void> {
  assertPermitted(caller, 'account.write');
  await countAttempt(deps, ATTEMPT_LIMITS.verificationMails, caller.userId);
  await deps.database.stores.jobs.enqueue({
    name: 'mail',
    payload: { kind: 'verify-email', userId: caller.userId },
  });
}
