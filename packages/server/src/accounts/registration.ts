import { randomUUID } from 'node:crypto';
import type { RegisterRequest, Session } from '@packshot/contract';
import { addressBucket } from '../platform/access/address-bucket.ts';
import { ATTEMPT_LIMITS, countAttempt } from './attempts.ts';
import { requireCaptcha } from './require-captcha.ts';
import type { AccountStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { Caller, ClientAddress } from '../platform/access/caller.ts';
import { firstSession, startFamily } from './token-families.ts';
import type { Account, UserChanges } from './account-store.ts';
import type { AccountDependencies } from './dependencies.ts';
import { lockMailAddress } from './mail-lock.ts';
import { assertUncommon } from './new-password.ts';
import { assertMaySignUp } from './sign-up-policy.ts';
import { FREE_SUBSCRIPTION, defaultOrganizationName } from './organization.ts';

/**
 * Turns the calling guest into a member, or creates a new one, and sends the confirmation mail.
 * @throws DomainError EMAIL_TAKEN, or an error of the sign-up policy, the attempt limits or the captcha check
 */
export async function register(
  deps: AccountDependencies,
  caller: Caller | null,
  form: RegisterRequest,
  from: ClientAddress,
  captchaSolution?: string,
): Promise<Session> {
  assertUncommon(deps, form.password);
  await countAttempt(deps, ATTEMPT_LIMITS.registrations, addressBucket(from.ip));
  await requireCaptcha(deps, captchaSolution, from.ip);
  // The password is hashed before the transaction, because hashing is slow and needs no lock.
  const passwordHash = await deps.passwords.hash(form.password);
  const { account, familyId } = await deps.database.transaction(async (stores) => {
    await lockMailAddress(deps, stores, form.email);
    await assertMaySignUp(deps.signUp, stores, form.email, deps.clock.now());
    if ((await stores.accounts.findByEmail(form.email)) !== null) throw new DomainError('EMAIL_TAKEN');
    const person = {
      email: form.email,
      firstName: form.first_name,
      lastName: form.last_name,
      companyName: form.company_name || null,
      passwordHash,
      ...(form.language !== undefined && { language: form.language }),
    };
    const account = await becomeMember(deps, stores, caller, person);
    await stores.jobs.enqueue({ name: 'mail', payload: { kind: 'verify-email', userId: account.userId } });
    return { account, familyId: await startFamily(deps, stores, account.userId, from.userAgent) };
  });
  return firstSession(deps, account, familyId);
}

export type Person = UserChanges & {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
};

/**
 * Turns the calling guest into a member with their own organization. Creates a new user when the request has no
 * caller, or when the caller is already a member.
 */
export async function becomeMember(
  deps: Pick<AccountDependencies, 'clock'>,
  stores: AccountStores,
  caller: Caller | null,
  person: Person,
): Promise<Account> {
  const guest = caller === null ? null : await stores.accounts.lock(caller.userId);
  const isUpgrade = guest?.isGuest === true;
  const userId = isUpgrade ? guest.userId : randomUUID();
  const organizationName = defaultOrganizationName(person);
  if (isUpgrade) {
    await stores.accounts.updateUser(userId, { ...person, isGuest: false, wasGuestUser: true });
    await stores.accounts.updateMembership(userId, { role: 'owner', organizationName });
    await stores.refreshTokens.revokeFamilies(userId, null, 'registered', deps.clock.now());
  } else {
    await stores.accounts.insert({
      userId,
      organizationId: randomUUID(),
      membershipId: randomUUID(),
      organizationName,
      subscriptionType: FREE_SUBSCRIPTION,
      role: 'owner',
    });
    await stores.accounts.updateUser(userId, person);
    await stores.ledger.open(userId);
  }
  const account = await stores.accounts.find(userId);
  if (account === null) throw new Error(`User ${userId} is not there`);
  return account;
}
