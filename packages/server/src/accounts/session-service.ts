import { bind } from '../platform/bind.ts';
import { randomUUID } from 'node:crypto';
import type { CurrentUser, SessionEntry, TokenPair } from '@packshot/contract';
import { addressBucket } from '../platform/access/address-bucket.ts';
import { addAttempt } from './attempts.ts';
import { requireCaptcha } from './require-captcha.ts';
import type { Account } from './account-store.ts';
import { FREE_SUBSCRIPTION } from './organization.ts';
import { needsConfirmation } from './sign-up-policy.ts';
import type { SignUpPolicy } from '../platform/config/sign-up-config.ts';
import { presentCurrentUser } from './present.ts';
import { grant } from '../credits/grant.ts';
import { grantReference } from '../credits/references.ts';
import type { AccountDatabase, AccountStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { HOUR_MS } from '../platform/durations.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { Captcha } from '../platform/captcha/captcha.ts';
import type { Caller, ClientAddress } from '../platform/access/caller.ts';
import { firstSession, insertRefreshToken, issuePair, startFamily } from './token-families.ts';
import type { TokenDependencies } from './token-families.ts';

/** How long a replaced refresh token still works, because two tabs may refresh at once or a response may get lost. */
export const REFRESH_REUSE_WINDOW_S = 10;

export interface SessionDependencies extends TokenDependencies {
  readonly database: AccountDatabase;
  /** Captcha service, or null if captchas are switched off. */
  readonly captcha: Captcha | null;
  readonly signUp: SignUpPolicy;
  readonly allowances: {
    readonly guestGenerations: number;
    readonly guestDownloads: number;
    readonly guestGrantsPerHour: number;
    /** Number of guests that may be created from one network address per hour. */
    readonly guestsPerHour: number;
    /** Number of guests from one network address per hour that don't need a captcha. */
    readonly guestsWithoutCaptchaPerHour: number;
  };
}

const GUESTS = { kind: 'guest', windowMs: HOUR_MS };
const GUEST_ORGANIZATION_NAME = 'Guest';

export function createSessionService(deps: SessionDependencies) {
  return {
    /**
     * Creates a guest, its organization and ledgers, and a first token pair. Three limits count the guests per network
     * address and hour. Above the first, a guest needs a captcha (CAPTCHA_REQUIRED). Above the second, a guest gets no
     * free credits. Above the third, guests are refused (TOO_MANY_REQUESTS).
     */
    createGuest: bind(deps, createGuest),
    /**
     * Replaces a refresh token with a new pair. Throws DomainError SESSION_EXPIRED for unknown, expired or revoked
     * tokens, and for reuse after REFRESH_REUSE_WINDOW_S, which also revokes the token's family.
     */
    refresh: bind(deps, refresh),
    /** Revokes the refresh token's family; unknown tokens are ignored. */
    logout: bind(deps, logout),
    /**
     * Identifies the caller: the access token proves the sign-in, everything else comes from the database.
     * @throws DomainError UNAUTHENTICATED for a bad token, an ended sign-in, or a deleted or disabled account
     */
    async authenticate(accessToken: string): Promise<Caller> {
      const session = await deps.accessTokens.verify(accessToken);
      const storedCaller = session && (await deps.database.stores.accounts.findCaller(session));
      if (storedCaller === null) throw new DomainError('UNAUTHENTICATED');
      const { hasUnconfirmedAddress, ...caller } = storedCaller;
      return hasUnconfirmedAddress && needsConfirmation(deps.signUp) ? { ...caller, role: 'guest' } : caller;
    },
    async currentUser(caller: Caller): Promise<CurrentUser> {
      assertPermitted(caller, 'account.read');
      const { accounts, ledger } = deps.database.stores;
      const account = await accounts.find(caller.userId);
      if (account === null) throw new DomainError('UNAUTHENTICATED');
      const { balance } = await ledger.balance(caller.userId, 'freemium');
      return presentCurrentUser(account, balance);
    },
    /** The user's sessions, most recent use first. */
    async list(caller: Caller): Promise<readonly SessionEntry[]> {
      assertPermitted(caller, 'account.read');
      const families = await deps.database.stores.refreshTokens.listFamilies(caller.userId, deps.clock.now());
      return families.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
        id,
        user_agent: userAgent,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
        is_current: id === caller.familyId,
      }));
    },
    /** Ends one of the user's sessions immediately. Throws NOT_FOUND. */
    async revoke(caller: Caller, sessionId: string): Promise<void> {
      assertPermitted(caller, 'account.read');
      const { refreshTokens } = deps.database.stores;
      const now = deps.clock.now();
      const isRevoked = await refreshTokens.revokeOwnFamily(caller.userId, sessionId, 'revoked', now);
      if (!isRevoked) throw new DomainError('NOT_FOUND');
    },
    async revokeOthers(caller: Caller): Promise<void> {
      assertPermitted(caller, 'account.read');
      const { refreshTokens } = deps.database.stores;
      await refreshTokens.revokeFamilies(caller.userId, caller.familyId, 'revoked', deps.clock.now());
    },
  };
}

export type SessionService = ReturnType<typeof createSessionService>;

async function createGuest(deps: SessionDependencies, from: ClientAddress, solution?: string) {
  const now = deps.clock.now();
  const { count, refusal } = await addAttempt(deps, GUESTS, addressBucket(from.ip));
  if (count > deps.allowances.guestsPerHour) throw refusal();
  if (count > deps.allowances.guestsWithoutCaptchaPerHour) await requireCaptcha(deps, solution, from.ip);
  const userId = randomUUID();
  const { account, familyId } = await deps.database.transaction(async (stores) => {
    await stores.accounts.insert({
      userId,
      organizationId: randomUUID(),
      membershipId: randomUUID(),
      organizationName: GUEST_ORGANIZATION_NAME,
      subscriptionType: FREE_SUBSCRIPTION,
      role: 'guest',
    });
    await stores.ledger.open(userId);
    await grantAllowance(deps, stores, userId, from, now);
    const account = await requireAccount(stores, userId);
    return { account, familyId: await startFamily(deps, stores, userId, from.userAgent) };
  });
  return firstSession(deps, account, familyId);
}

/** Grants free credits once per guest, and only to a limited number of guests per network address and hour. */
async function grantAllowance(
  deps: SessionDependencies,
  stores: AccountStores,
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
  const allowance = { generations: guestGenerations, downloads: guestDownloads };
  await grant(stores.ledger, userId, allowance, (ledger) => grantReference(userId, ledger));
}

/**
 * Replaces a refresh token, as RFC 9700 section 4.14 requires, with a short grace period for reuse, as in Supabase's
 * auth server. A token may be used again within seconds after it was replaced, by a second tab or after a lost
 * response. The answer is then its family's current token. If a token is used later, it must have been copied, so its
 * whole family is revoked.
 */
async function refresh(deps: SessionDependencies, refreshToken: string): Promise<TokenPair> {
  const now = deps.clock.now();
  const outcome = await deps.database.transaction(async (stores) => {
    const token = await stores.refreshTokens.lockByHash(deps.secrets.hashToken(refreshToken));
    if (token === null || token.isFamilyRevoked || token.expiresAt <= now) return null;
    if (token.rotatedAt !== null) {
      const sinceRotationMs = now.getTime() - token.rotatedAt.getTime();
      if (sinceRotationMs > REFRESH_REUSE_WINDOW_S * 1000) {
        // Returns instead of throwing, so that the transaction commits the revocation although the caller is refused.
        await stores.refreshTokens.revokeFamily(token.familyId, 'reuse', now);
        return null;
      }
      return { token, generation: token.liveGeneration, account: await requireAccount(stores, token.userId) };
    }
    await stores.refreshTokens.markRotated(token.familyId, token.generation, now);
    await insertRefreshToken(deps, stores, token.familyId, token.generation + 1, now);
    return { token, generation: token.generation + 1, account: await requireAccount(stores, token.userId) };
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

async function requireAccount(stores: AccountStores, userId: string): Promise<Account> {
  const account = await stores.accounts.find(userId);
  if (account === null || account.disabledAt !== null) throw new DomainError('SESSION_EXPIRED');
  return account;
}
