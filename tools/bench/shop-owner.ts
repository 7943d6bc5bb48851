import { randomUUID } from 'node:crypto';
import type { ApiKeyRequest } from '@packshot/contract';
import type { ApiKeyService } from '../../packages/server/src/domain/api-keys/service.ts';
import type { Caller } from '../../packages/server/src/domain/caller.ts';
import type { Database } from '../../packages/server/src/domain/database.ts';

/** An account with an organization, written straight to the database. */
export async function insertOwner({ stores }: Database): Promise<Caller> {
  const [userId, organizationId] = [randomUUID(), randomUUID()];
  await stores.accounts.insert({
    userId,
    organizationId,
    membershipId: randomUUID(),
    organizationName: 'Shop',
    subscriptionType: 'free',
    role: 'owner',
  });
  return { userId, organizationId, familyId: randomUUID(), role: 'owner' };
}

type KeyFields = Pick<ApiKeyRequest, 'mode' | 'scopes'> & Partial<ApiKeyRequest>;

export const createKey = (apiKeys: ApiKeyService, owner: Caller, fields: KeyFields) =>
  apiKeys.create(owner, { name: 'Shop', addresses: [], monthly_ceiling: null, expires_at: null, ...fields });
