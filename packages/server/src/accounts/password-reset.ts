import type { ResetPasswordRequest, Session } from '@packshot/contract';
import { addressBucket } from '../platform/access/address-bucket.ts';
import { ATTEMPT_LIMITS, countAttempt } from './attempts.ts';
import { requireCaptcha } from './require-captcha.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { Caller, ClientAddress } from '../platform/access/caller.ts';
import { firstSession, startFamily } from './token-families.ts';
import type { AccountDependencies } from './dependencies.ts';
import { confirmAddress } from './email-verification.ts';
import { assertUncommon } from './new-password.ts';
import { adoptGuestWork } from './guest-work.ts';

/**
 * Queues a mail job for every address, known or not. The job looks up the account later, so response times don't
 * reveal whether an account exists.
 */
export async function orderResetMail(
  deps: AccountDependencies,
  email: string,
  from: ClientAddress,
  captchaSolution?: string,
): Promise<void> {
  const address = addressBucket(from.ip);
  const mailbox = email.toLowerCase();
  await countAttempt(deps, ATTEMPT_LIMITS.resetMailsFromAddress, address);
  await requireCaptcha(deps, captchaSolution, from.ip);
  await countAttempt(deps, ATTEMPT_LIMITS.resetMails, `${mailbox} ${address}`);
  await countAttempt(deps, ATTEMPT_LIMITS.resetMailsToAccount, mailbox);
  await deps.database.stores.jobs.enqueue({ name: 'mail', payload: { kind: 'reset-password', email } });
}

/**
 * Sets a new password with the secret from a mailed link. The link proves access to the mailbox, so this also confirms
 * the address. Ends every session, because one of them may belong to the attacker who caused the reset.
 */
export async function resetPassword(
  deps: AccountDependencies,
  caller: Caller | null,
  { token, password }: ResetPasswordRequest,
  from: ClientAddress,
): Promise<Session> {
  assertUncommon(deps, password);
  const tokenHash = deps.secrets.hashToken(token);
  const passwordHash = await deps.passwords.hash(password);
  const outcome = await deps.database.transaction(async (stores) => {
    const now = deps.clock.now();
    const link = await stores.linkTokens.take(tokenHash, 'reset-password', now);
    if (link === null) return null;
    const account = await stores.accounts.lock(link.userId);
    if (account?.email !== link.email) return null;
    const { userId } = account;
    await stores.linkTokens.deleteForUser(userId, 'reset-password');
    await stores.accounts.updateUser(userId, { passwordHash });
    await confirmAddress(deps, stores, account);
    await stores.refreshTokens.revokeFamilies(userId, null, 'password-reset', now);
    await adoptGuestWork(deps, stores, caller, account);
    await stores.jobs.enqueue({ name: 'mail', payload: { kind: 'password-changed', userId } });
    return { account, familyId: await startFamily(deps, stores, userId, from.userAgent) };
  });
  if (outcome === null) throw new DomainError('LINK_EXPIRED');
  return firstSession(deps, outcome.account, outcome.familyId);
}
