import type { ClientAddress, KeyCaller } from '../../platform/access/caller.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { assertEntitled } from '../../billing/entitlements.ts';
import { PERMISSIONS } from '../../platform/access/permissions.ts';
import { isAddressListed } from './address-list.ts';
import type { ApiKeyDependencies } from './dependencies.ts';
import { hashKeySecret, isKeySecret } from './secret.ts';

/**
 * Authenticates a program by its API key. Only the secret comes from the call; the organization, role and scopes come
 * from the database.
 * @throws DomainError KEY_INVALID, KEY_EXPIRED, KEY_ADDRESS_REFUSED, LIVE_KEYS_NOT_IN_PLAN
 */
export async function authenticateKey(
  { database, billing, clock }: ApiKeyDependencies,
  secret: string,
  from: ClientAddress,
): Promise<KeyCaller> {
  if (!isKeySecret(secret)) throw new DomainError('KEY_INVALID');
  const now = clock.now();
  const { apiKeys } = database.stores;
  const key = await apiKeys.findPresented(hashKeySecret(secret), now);
  if (key === null || !PERMISSIONS[key.role].includes('keys.manage')) throw new DomainError('KEY_INVALID');
  if (key.expiresAt !== null && key.expiresAt <= now) throw new DomainError('KEY_EXPIRED');
  if (!isAddressListed(key.addresses, from.ip))
    throw new DomainError('KEY_ADDRESS_REFUSED', { detail: { reason: `The call came from ${from.ip}.` } });
  if (key.mode === 'live')
    await assertEntitled(database.stores, billing, key.organizationId, 'live_keys', now);
  const aMinuteAgo = new Date(now.getTime() - MINUTE_MS);
  if (key.lastUsedAt === null || key.lastUsedAt <= aMinuteAgo) await apiKeys.noteUse(key.id, now, aMinuteAgo);
  const { id, userId, organizationId, role, mode, scopes } = key;
  return { userId, organizationId, familyId: id, role, key: { id, mode, scopes } };
}
