import { randomUUID } from 'node:crypto';
import { REFRESH_REUSE_WINDOW_S, REFRESH_TOKEN_TTL_S } from '@packshot/contract';
import type { TokenPair } from '@packshot/contract';
import { addressBucket } from '../accounts/address.ts';
import { presentCurrentUser, presentSession } from '../accounts/present.ts';
import { grantReference } from '../credits/references.ts';
import { DomainError } from '../domain-error.ts';
import { assertPermitted } from '../permissions.ts';
import type { AccessTokens } from '../ports/access-tokens.ts';
import type { Clock } from '../ports/clock.ts';
import type { Account, Database, Stores } from '../ports/stores.ts';
import type { TokenSecrets } from '../ports/token-secrets.ts';
import type { Caller, ClientAddress, SessionService } from '../services.ts';

export interface SessionDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly accessTokens: AccessTokens;
  readonly secrets: TokenSecrets;
  readonly allowances: {
    readonly guestGenerations: number;
    readonly guestDownloads: number;
    readonly guestGrantsPerHour: number;
  };
}

const HOUR_MS = 3_600_000;
const FIRST_GENERATION = 1;
/** `subscription_type` of an organisation that has bought nothing. */
const FREE_SUBSCRIPTION = 'free';
const GUEST_ORGANIZATION_NAME = 'Guest';

export function createSessionService(deps: SessionDependencies): SessionService {
  return {
    createGuest: (from) => createGuest(deps, from),
    refresh: (token) => refresh(deps, token),
    logout: (token) => logout(deps, token),
    async authenticate(accessToken) {
      const caller = await deps.accessTokens.verify(accessToken);
      if (caller === null) throw new DomainError('UNAUTHENTICATED');
      return caller;
    },
    async currentUser(caller) {
      assertPermitted(caller, 'account.read');
      const { accounts, ledger } = deps.database.stores;
      const account = await accounts.find(caller.userId);
      // The token outlives a deleted account by minutes.
      if (account === null) throw new DomainError('UNAUTHENTICATED');
      const { balance } = await ledger.balance(caller.userId, 'freemium');
      return presentCurrentUser(account, balance);
    },
  };
}

async function createGuest(deps: SessionDependencies, from: ClientAddress) {
  const now = deps.clock.now();
  const userId = randomUUID();
  const { account, familyId } = await deps.database.transaction(async (stores) => {
    await stores.accounts.insertGuest({
      userId,
      organizationId: randomUUID(),
      membershipId: randomUUID(),
      organizationName: GUEST_ORGANIZATION_NAME,
      subscriptionType: FREE_SUBSCRIPTION,
    });
    await stores.ledger.open(userId);
    await grantAllowance(deps, stores, userId, from, now);
    const account = await existing(stores, userId);
    return { account, familyId: await startFamily(deps, stores, userId, now) };
  });
  return presentSession(account, await issuePair(deps, account, familyId, FIRST_GENERATION));
}

/** Free credits, once per guest, for so many guests of one address an hour. */
async function grantAllowance(
  deps: SessionDependencies,
  stores: Stores,
  userId: string,
  from: ClientAddress,
  now: Date,
): Promise<void> {
  const { guestGenerations, guestDownloads, guestGrantsPerHour } = deps.allowances;
  const addressHash = deps.secrets.hashAddress(addressBucket(from.ip));
  await stores.accounts.lockAddress(addressHash);
  const grants = await stores.accounts.countGrantsSince(addressHash, new Date(now.getTime() - HOUR_MS));
  const isGranted = grants < guestGrantsPerHour;
  await stores.accounts.insertGuestOrigin(userId, addressHash, isGranted, now);
  if (!isGranted) return;
  for (const [ledger, delta] of [
    ['freemium', guestGenerations],
    ['download', guestDownloads],
  ] as const) {
    if (delta === 0) continue;
    await stores.ledger.append({
      userId,
      ledger,
      kind: 'grant',
      delta,
      reference: grantReference(userId, ledger),
    });
  }
}

async function startFamily(
  deps: SessionDependencies,
  stores: Stores,
  userId: string,
  now: Date,
): Promise<string> {
  const familyId = randomUUID();
  await stores.refreshTokens.insertFamily(familyId, userId, now);
  await insertToken(deps, stores, familyId, FIRST_GENERATION, now);
  return familyId;
}

async function insertToken(
  deps: SessionDependencies,
  stores: Stores,
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

async function issuePair(
  deps: SessionDependencies,
  account: Account,
  familyId: string,
  generation: number,
): Promise<TokenPair> {
  const caller: Caller = {
    userId: account.userId,
    organizationId: account.organization.id,
    familyId,
    role: account.role,
  };
  return {
    access: await deps.accessTokens.issue(caller),
    refresh: deps.secrets.refreshToken(familyId, generation),
  };
}

/**
 * Rotation with a short grace, as RFC 9700 section 4.14 asks for and Supabase's auth server does: a token that
 * was rotated within the last seconds answers its family's live token again (two tabs, a reply lost on the way);
 * one used later has been copied, and its whole family is revoked.
 */
async function refresh(deps: SessionDependencies, refreshToken: string): Promise<TokenPair> {
  const now = deps.clock.now();
  const outcome = await deps.database.transaction(async (stores) => {
    const token = await stores.refreshTokens.lockByHash(deps.secrets.hashToken(refreshToken));
    if (token === null || token.isFamilyRevoked || token.expiresAt <= now) return null;
    if (token.rotatedAt !== null) {
      const sinceRotationMs = now.getTime() - token.rotatedAt.getTime();
      if (sinceRotationMs > REFRESH_REUSE_WINDOW_S * 1000) {
        // Committed, although the caller is refused.
        await stores.refreshTokens.revokeFamily(token.familyId, 'reuse', now);
        return null;
      }
      return { token, generation: token.liveGeneration, account: await existing(stores, token.userId) };
    }
    await stores.refreshTokens.markRotated(token.familyId, token.generation, now);
    await insertToken(deps, stores, token.familyId, token.generation + 1, now);
    return { token, generation: token.generation + 1, account: await existing(stores, token.userId) };
  });
  if (outcome === null) throw new DomainError('SESSION_EXPIRED');
  return issuePair(deps, outcome.account, outcome.token.familyId, outcome.generation);
}

async function logout(deps: SessionDependencies, refreshToken: string): Promise<void> {
  await deps.database.transaction(async (stores) => {
    const token = await stores.refreshTokens.lockByHash(deps.secrets.hashToken(refreshToken));
    if (token === null || token.isFamilyRevoked) return;
    await stores.refreshTokens.revokeFamily(token.familyId, 'logout', deps.clock.now());
  });
}

async function existing(stores: Stores, userId: string): Promise<Account> {
  const account = await stores.accounts.find(userId);
  if (account === null) throw new DomainError('SESSION_EXPIRED');
  return account;
}
