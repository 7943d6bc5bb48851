import { NAME_MAX_LENGTH } from '@packshot/contract';
import type { Session } from '@packshot/contract';
import { addressBucket } from '../platform/access/address-bucket.ts';
import { ATTEMPT_LIMITS, countAttempt } from './attempts.ts';
import type { AccountStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { GoogleProof, Identity } from '../platform/identity/identity-provider.ts';
import type { Caller, ClientAddress } from '../platform/access/caller.ts';
import { firstSession, startFamily } from './token-families.ts';
import type { Account } from './account-store.ts';
import type { AccountDependencies } from './dependencies.ts';
import { confirmAddress } from './email-verification.ts';
import { adoptGuestWork } from './guest-work.ts';
import { lockMailAddress } from './mail-lock.ts';
import { assertMaySignUp } from './sign-up-policy.ts';
import { becomeMember } from './registration.ts';

/**
 * Signs in a person identified by Google. Uses the account with this Google identity. Without one, links the account
 * with this mail address. Without either, creates an account, from the calling guest if there is one.
 */
export async function signInWithGoogle(
  deps: AccountDependencies,
  caller: Caller | null,
  proof: GoogleProof,
  from: ClientAddress,
): Promise<Session> {
  if (deps.google === null) throw new DomainError('NOT_VERIFIED');
  const forget = await countAttempt(deps, ATTEMPT_LIMITS.signInFromAddress, addressBucket(from.ip));
  const identity = await deps.google.identify(proof);
  if (identity === null) throw new DomainError('NOT_VERIFIED');
  await forget();
  const { account, familyId } = await deps.database.transaction(async (stores) => {
    await lockMailAddress(deps, stores, identity.email);
    const account =
      (await stores.accounts.findByGoogleSubject(identity.subject)) ??
      (await linkByAddress(deps, stores, identity)) ??
      (await createFor(deps, stores, caller, identity));
    await adoptGuestWork(deps, stores, caller, account);
    return { account, familyId: await startFamily(deps, stores, account.userId, from.userAgent) };
  });
  return firstSession(deps, account, familyId);
}

/**
 * Links a Google identity to the account with its mail address. If the address was never confirmed, revokes the
 * account's password and all earlier sessions, because another person may have registered the address.
 */
async function linkByAddress(
  deps: AccountDependencies,
  stores: AccountStores,
  identity: Identity,
): Promise<Account | null> {
  const account = await stores.accounts.findByEmail(identity.email);
  if (account === null) return null;
  const { userId } = account;
  await stores.accounts.updateUser(userId, {
    googleSubject: identity.subject,
    ...(account.emailVerifiedAt === null && { passwordHash: null }),
  });
  if (account.emailVerifiedAt === null) {
    await stores.refreshTokens.revokeFamilies(userId, null, 'password-reset', deps.clock.now());
    await confirmAddress(deps, stores, account);
  }
  return account;
}

async function createFor(
  deps: AccountDependencies,
  stores: AccountStores,
  caller: Caller | null,
  identity: Identity,
): Promise<Account> {
  await assertMaySignUp(deps.signUp, stores, identity.email, deps.clock.now());
  const account = await becomeMember(deps, stores, caller, {
    email: identity.email,
    firstName: truncateName(identity.firstName) || identity.email.slice(0, identity.email.indexOf('@')),
    lastName: truncateName(identity.lastName),
    googleSubject: identity.subject,
  });
  await confirmAddress(deps, stores, account);
  return account;
}

const truncateName = (name: string): string => name.trim().slice(0, NAME_MAX_LENGTH);
