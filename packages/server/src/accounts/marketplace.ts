import { randomUUID } from 'node:crypto';
import { GCP_COMPANY_LABEL, GCP_FREE_PLAN_TYPE, ROUTES } from '@packshot/contract';
import type { Session } from '@packshot/contract';
import type { AccountStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { Caller, ClientAddress } from '../platform/access/caller.ts';
import { firstSession, startFamily } from './token-families.ts';
import type { Account } from './account-store.ts';
import type { AccountDependencies } from './dependencies.ts';
import { assertMaySignUp } from './sign-up-policy.ts';
import { adoptGuestWork } from './guest-work.ts';
import { grantAllowanceOnce } from './email-verification.ts';

/**
 * Lifetime of the sign-in link. Covers the seconds between the marketplace's redirect and the page that uses the link.
 */
const MARKETPLACE_LINK_TTL_S = 5 * 60;

/**
 * Finds or creates the account of a person who signed up at the marketplace. The token works only once, because it
 * passes through a form in the browser, where others may have seen it.
 * @returns the page to open; the secret after its `#` signs the person in once, within minutes
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
      (await createAccount(deps, stores, signUp.userIdentity));
    // The marketplace's free plan grants its credits once and never again.
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

/** Signs in with the secret that `signUpFromMarketplace` appended to the page's address. */
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
    await adoptGuestWork(deps, stores, caller, account);
    return { account, familyId: await startFamily(deps, stores, account.userId, from.userAgent) };
  });
  if (outcome === null) throw new DomainError('NOT_VERIFIED');
  return firstSession(deps, outcome.account, outcome.familyId);
}

/**
 * Creates an account without a name and mail address, because Google sends neither. The user can add both on the
 * account page.
 */
async function createAccount(
  deps: AccountDependencies,
  stores: AccountStores,
  gcpUserIdentity: string,
): Promise<Account> {
  await assertMaySignUp(deps.signUp, stores, null, deps.clock.now());
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
