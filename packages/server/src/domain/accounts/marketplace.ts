import { randomUUID } from 'node:crypto';
import { GCP_COMPANY_LABEL, GCP_FREE_PLAN_TYPE, ROUTES } from '@packshot/contract';
import type { Session } from '@packshot/contract';
import type { Stores } from '../database.ts';
import { DomainError } from '../domain-error.ts';
import type { Caller, ClientAddress } from '../caller.ts';
import { firstSession, startFamily } from '../sessions/token-families.ts';
import type { Account } from './account-store.ts';
import type { AccountDependencies } from './dependencies.ts';
import { bringGuestWork } from './guest-work.ts';
import { grantAllowanceOnce } from './email-verification.ts';

/** From the marketplace's redirect to the page that uses it: seconds, on any connection. */
const MARKETPLACE_LINK_TTL_S = 5 * 60;

/**
 * Finds or makes the account of somebody who signed up at the marketplace. Its token works once: it travels through a
 * form in a browser, where others may have seen it.
 * @returns the page to go on to; behind the `#` is a secret that signs in, once and soon
 */
export async function signUpFromMarketplace(deps: AccountDependencies, token: string): Promise<string> {
  const signUp = (await deps.marketplace?.verify(token)) ?? null;
  if (signUp === null) throw new DomainError('NOT_VERIFIED');
  const identityHash = deps.secrets.hashAddress(`marketplace ${signUp.userIdentity}`);
  const secret = deps.secrets.newLinkToken();
  await deps.database.transaction(async (stores) => {
    const used = `marketplace ${Buffer.from(deps.secrets.hashToken(token)).toString('base64url')}`;
    if (!(await stores.attempts.useOnce(used, signUp.expiresAt))) throw new DomainError('NOT_VERIFIED');
    await stores.accounts.lockAddress(identityHash);
    const account =
      (await stores.accounts.findByGcpIdentity(signUp.userIdentity)) ??
      (await createAccount(stores, signUp.userIdentity));
    // The free plan of the marketplace: refreshed once, never twice.
    await grantAllowanceOnce(deps, stores, account.userId, identityHash);
    await stores.linkTokens.insert({
      tokenHash: deps.secrets.hashToken(secret),
      userId: account.userId,
      purpose: 'marketplace',
      email: '',
      expiresAt: new Date(deps.clock.now().getTime() + MARKETPLACE_LINK_TTL_S * 1000),
    });
  });
  return `${ROUTES.signIn}#marketplace=${secret}`;
}

/** Uses up the secret of the address above. */
export async function signInFromMarketplace(
  deps: AccountDependencies,
  caller: Caller | null,
  secret: string,
  from: ClientAddress,
): Promise<Session> {
  const outcome = await deps.database.transaction(async (stores) => {
    const tokenHash = deps.secrets.hashToken(secret);
    const link = await stores.linkTokens.take(tokenHash, 'marketplace', deps.clock.now());
    const account = link && (await stores.accounts.find(link.userId));
    if (account === null) return null;
    await bringGuestWork(deps, stores, caller, account);
    return { account, familyId: await startFamily(deps, stores, account.userId, from.userAgent) };
  });
  if (outcome === null) throw new DomainError('NOT_VERIFIED');
  return firstSession(deps, outcome.account, outcome.familyId);
}

/** Google tells neither name nor address; both can be filled in on the account page. */
async function createAccount(stores: Stores, gcpUserIdentity: string): Promise<Account> {
  const userId = randomUUID();
  await stores.accounts.insert({
    userId,
    organizationId: randomUUID(),
    membershipId: randomUUID(),
    organizationName: GCP_COMPANY_LABEL,
    subscriptionType: GCP_FREE_PLAN_TYPE,
    role: 'owner',
  });
  await stores.accounts.updateUser(userId, { gcpUserIdentity, companyName: GCP_COMPANY_LABEL });
  await stores.ledger.open(userId);
  const account = await stores.accounts.find(userId);
  if (account === null) throw new Error(`User ${userId} is not there`);
  return account;
}
