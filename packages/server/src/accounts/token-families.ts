import { randomUUID } from 'node:crypto';
import { REFRESH_TOKEN_TTL_S } from '@packshot/contract';
import type { Session, TokenPair } from '@packshot/contract';
import type { Account } from './account-store.ts';
import { presentSession } from './present.ts';
import type { AccountDatabase, AccountStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { AccessTokens } from '../platform/identity/access-tokens.ts';
import { DAY_MS } from '../platform/durations.ts';
import type { Clock } from '../platform/clock.ts';
import type { TokenSecrets } from '../platform/secrets/token-secrets.ts';

export interface TokenDependencies {
  readonly clock: Clock;
  readonly accessTokens: AccessTokens;
  readonly secrets: TokenSecrets;
}

const FIRST_GENERATION = 1;

/**
 * Begins a sign-in: creates a token family with its first refresh token.
 * @param userAgent the browser's user agent, for the list of sessions
 * @returns the family's id
 * @throws DomainError ACCOUNT_DISABLED
 */
export async function startFamily(
  deps: TokenDependencies,
  stores: AccountStores,
  userId: string,
  userAgent: string,
): Promise<string> {
  const account = await stores.accounts.find(userId);
  // Checked here, because every way of signing in calls this function.
  if (account?.disabledAt) throw new DomainError('ACCOUNT_DISABLED');
  const familyId = randomUUID();
  const now = deps.clock.now();
  await stores.refreshTokens.insertFamily(familyId, userId, userAgent, now);
  await insertRefreshToken(deps, stores, familyId, FIRST_GENERATION, now);
  return familyId;
}

/** How long a browser counts as a known device after the account's owner signed in with it. */
const KNOWN_DEVICE_TTL_MS = 180 * DAY_MS;

/** Builds the response to a sign-in, with the first token pair of its family. */
export async function firstSession(
  deps: TokenDependencies & { readonly database: AccountDatabase },
  account: Account,
  familyId: string,
): Promise<Session> {
  const { userId, isGuest } = account;
  const { balance } = await deps.database.stores.ledger.balance(userId, 'freemium');
  const knownUntil = new Date(deps.clock.now().getTime() + KNOWN_DEVICE_TTL_MS);
  return presentSession(account, {
    tokens: await issuePair(deps, account, familyId, FIRST_GENERATION),
    freemiumCredits: balance,
    deviceToken: isGuest ? null : deps.secrets.deviceToken(userId, knownUntil),
  });
}

/**
 * Stores the hash of a generation's refresh token. The token itself isn't stored; it is derived from the family's id
 * and the generation.
 */
export async function insertRefreshToken(
  deps: TokenDependencies,
  stores: AccountStores,
  familyId: string,
  generation: number,
  now: Date,
): Promise<void> {
  await stores.refreshTokens.insertToken({
    familyId,
    generation,
    tokenHash: deps.secrets.hashToken(deps.secrets.refreshToken(familyId, generation)),
    issuedAt: now,
    expiresAt: new Date(now.getTime() + REFRESH_TOKEN_TTL_S * 1000),
  });
}

/** Issues a new access token, together with the refresh token of this generation. */
export async function issuePair(
  deps: TokenDependencies,
  account: Account,
  familyId: string,
  generation: number,
): Promise<TokenPair> {
  return {
    access: await deps.accessTokens.issue({ userId: account.userId, familyId }),
    refresh: deps.secrets.refreshToken(familyId, generation),
  };
}
