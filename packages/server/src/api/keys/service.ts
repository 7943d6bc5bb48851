import { bind } from '../../platform/bind.ts';
import { randomUUID } from 'node:crypto';
import { API_KEY_OVERLAP_S, API_MESSAGES, API_SCOPES } from '@packshot/contract';
import type { ApiKey, ApiKeyMode, ApiKeyPatch, ApiKeyRequest, ApiScope, NewApiKey } from '@packshot/contract';
import type { Caller } from '../../platform/access/caller.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { assertEntitled } from '../../billing/entitlements.ts';
import { assertPermitted, PERMISSIONS } from '../../platform/access/permissions.ts';
import type { ApiKeyRow } from './api-key-store.ts';
import { authenticateKey } from './authenticate.ts';
import { toMonth } from './ceiling.ts';
import type { ApiKeyDependencies } from './dependencies.ts';
import { describeKey, obstacleTo } from './describe.ts';
import { presentApiKey } from './present.ts';
import { hashKeySecret, newKeySecret, startOfKeySecret } from './secret.ts';

/** Limit of keys per member, far above normal use. Stops scripts that create a key for each call. */
export const API_KEYS_PER_MEMBER = 50;

export function createApiKeyService(deps: ApiKeyDependencies) {
  const { database, clock } = deps;
  const { apiKeys } = database.stores;
  return {
    authenticate: bind(deps, authenticateKey),
    obstacleTo: bind(deps, obstacleTo),
    describe: bind(deps, describeKey),
    async list(caller: Caller): Promise<ApiKey[]> {
      assertPermitted(caller, 'keys.manage');
      const whose = seesAll(caller) ? null : caller.userId;
      const rows = await apiKeys.list(caller.organizationId, whose, toMonth(clock.now()));
      return rows.map((row) => presentApiKey(row, caller));
    },
    /** Creates a key. Throws LIVE_KEYS_NOT_IN_PLAN, TOO_MANY_KEYS, BAD_REQUEST for an expiry in the past. */
    create: bind(deps, create),
    /** Changes a key. Throws NOT_FOUND or FORBIDDEN for another user's key, BAD_REQUEST for an expiry in the past. */
    async update(caller: Caller, keyId: string, patch: ApiKeyPatch): Promise<ApiKey> {
      const { id } = await ownKey(deps, caller, keyId);
      if (patch.expires_at !== undefined) assertToCome(patch.expires_at, clock.now());
      await apiKeys.change(id, {
        ...(patch.name !== undefined && { name: patch.name }),
        ...(patch.scopes !== undefined && { scopes: inOrder(patch.scopes) }),
        ...(patch.addresses !== undefined && { addresses: patch.addresses }),
        ...(patch.monthly_ceiling !== undefined && { monthlyCeiling: patch.monthly_ceiling }),
        ...(patch.expires_at !== undefined && { expiresAt: asDate(patch.expires_at) }),
      });
      return presentApiKey(await ownKey(deps, caller, keyId), caller);
    },
    /**
     * Gives the key a new secret; the current one works for another day. Throws LIVE_KEYS_NOT_IN_PLAN, or NOT_FOUND or
     * FORBIDDEN for another user's key.
     */
    async rotate(caller: Caller, keyId: string): Promise<NewApiKey> {
      const { id, mode } = await ownKey(deps, caller, keyId);
      await assertModeIncluded(deps, caller, mode);
      const secret = newKeySecret(mode);
      const previousUntil = new Date(clock.now().getTime() + API_KEY_OVERLAP_S * 1000);
      await apiKeys.rotate(id, storedSecret(secret), previousUntil);
      return { ...presentApiKey(await ownKey(deps, caller, keyId), caller), secret };
    },
    /** Ends a key immediately. Throws NOT_FOUND for a key that the caller can't see. */
    async revoke(caller: Caller, keyId: string): Promise<void> {
      const key = await visibleKey(deps, caller, keyId);
      await apiKeys.end(key.id, clock.now());
    },
  };
}

/**
 * Manages API keys. A key belongs to the organization it was created in and acts with the current rights of its
 * member. Members see and end their own keys; owners and admins see and end all keys of the organization, without the
 * secrets.
 */
export type ApiKeyService = ReturnType<typeof createApiKeyService>;

/** Throws DomainError LIVE_KEYS_NOT_IN_PLAN for a live key if the plan doesn't include them. */
async function assertModeIncluded(
  { database, billing, clock }: ApiKeyDependencies,
  { organizationId }: Caller,
  mode: ApiKeyMode,
): Promise<void> {
  if (mode !== 'live') return;
  await assertEntitled(database.stores, billing, organizationId, 'live_keys', clock.now());
}

async function create(deps: ApiKeyDependencies, caller: Caller, request: ApiKeyRequest): Promise<NewApiKey> {
  const { database, clock } = deps;
  assertPermitted(caller, 'keys.manage');
  await assertModeIncluded(deps, caller, request.mode);
  const now = clock.now();
  assertToCome(request.expires_at, now);
  const id = randomUUID();
  const secret = newKeySecret(request.mode);
  const key = await database.transaction(async ({ organizations, accounts, apiKeys }) => {
    // The code that removes a member takes the same lock, so a member can't create a key while being removed.
    await organizations.lock([caller.organizationId]);
    const account = await accounts.find(caller.userId);
    if (account?.organization.id !== caller.organizationId) throw new DomainError('FORBIDDEN');
    if ((await apiKeys.countForUser(caller.userId)) >= API_KEYS_PER_MEMBER) {
      throw new DomainError('TOO_MANY_KEYS');
    }
    await apiKeys.insert({
      id,
      organizationId: caller.organizationId,
      userId: caller.userId,
      mode: request.mode,
      name: request.name,
      scopes: inOrder(request.scopes),
      addresses: request.addresses,
      monthlyCeiling: request.monthly_ceiling,
      expiresAt: asDate(request.expires_at),
      createdAt: now,
      ...storedSecret(secret),
    });
    return apiKeys.find(caller.organizationId, id, toMonth(now));
  });
  if (key === null) throw new DomainError('NOT_FOUND');
  return { ...presentApiKey(key, caller), secret };
}

const seesAll = ({ role }: Caller): boolean => PERMISSIONS[role].includes('organization.manage');

/** Throws NOT_FOUND for keys that the caller may not see, as if those keys didn't exist. */
async function visibleKey(
  { database, clock }: ApiKeyDependencies,
  caller: Caller,
  keyId: string,
): Promise<ApiKeyRow> {
  assertPermitted(caller, 'keys.manage');
  const { apiKeys } = database.stores;
  const key = await apiKeys.find(caller.organizationId, keyId, toMonth(clock.now()));
  if (key === null || (key.userId !== caller.userId && !seesAll(caller))) throw new DomainError('NOT_FOUND');
  return key;
}

/**
 * Finds the caller's own key. Only the key's member may change it: the key acts with that member's rights, so rotating
 * or widening it would grant those rights to the caller.
 */
async function ownKey(deps: ApiKeyDependencies, caller: Caller, keyId: string): Promise<ApiKeyRow> {
  const key = await visibleKey(deps, caller, keyId);
  if (key.userId !== caller.userId) throw new DomainError('FORBIDDEN');
  return key;
}

function assertToCome(expiresAt: string | null, now: Date): void {
  if (expiresAt === null || new Date(expiresAt) > now) return;
  throw new DomainError('BAD_REQUEST', {
    detail: { fields: [{ field: 'expires_at', message: API_MESSAGES.expiryInPast }] },
  });
}

const asDate = (timestamp: string | null): Date | null => (timestamp === null ? null : new Date(timestamp));

const inOrder = (scopes: readonly ApiScope[]): ApiScope[] =>
  API_SCOPES.filter((scope) => scopes.includes(scope));

const storedSecret = (secret: string) => ({
  secretHash: hashKeySecret(secret),
  secretStart: startOfKeySecret(secret),
});
