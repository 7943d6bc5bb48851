import { API_SCOPES } from '@packshot/contract';
import type { ApiKeyRequest } from '@packshot/contract';
import { entitle } from './entitle.ts';
import type { TestServices } from './test-services.ts';

const KEY_REQUEST: ApiKeyRequest = {
  name: 'Shop',
  mode: 'live',
  scopes: [...API_SCOPES],
  addresses: [],
  monthly_ceiling: null,
  expires_at: null,
};

/**
 * Creates an owner with five credits, many downloads and API keys, for which the operator has granted the
 * entitlements. Skips registration, whose password hash is deliberately slow.
 */
export async function newKeyOwner(services: TestServices) {
  const guest = await services.newGuest();
  await services.database.stores.organizations.setRole(guest.userId, 'owner');
  await entitle(services, guest.userId);
  const owner = { ...guest, role: 'owner' } as const;
  return {
    owner,
    key: async (fields: Partial<ApiKeyRequest> = {}): Promise<string> =>
      (await services.apiKeys.create(owner, { ...KEY_REQUEST, ...fields })).secret,
    credits: () => services.credits.freemiumCredits(owner),
  };
}
