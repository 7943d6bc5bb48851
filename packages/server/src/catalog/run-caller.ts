import type { Caller } from '../platform/access/caller.ts';
import type { CatalogDatabase } from './stores.ts';
import type { Clock } from '../platform/clock.ts';
import { PERMISSIONS } from '../platform/access/permissions.ts';
import type { StoredRun } from './model.ts';

/**
 * Finds the caller for whom a run works: its owner with their current rights and, if an API key started the run, that
 * key, whose ceiling counts. Returns null if its owner's account is missing, disabled or a guest; Returns KEY_INVALID
 * if that key may no longer spend credits.
 */
export async function findRunCaller(
  { database, clock }: { readonly database: CatalogDatabase; readonly clock: Clock },
  { id, userId, apiKeyId }: StoredRun,
): Promise<Caller | 'KEY_INVALID' | null> {
  const { accounts, apiKeys } = database.stores;
  const account = await accounts.find(userId);
  if (account === null || account.role === 'guest' || account.disabledAt !== null) return null;
  const { role } = account;
  const caller = { userId, organizationId: account.organization.id, familyId: id, role };
  if (apiKeyId === null) return caller;
  const key = await apiKeys.findWorking(apiKeyId, clock.now());
  const maySpend = key?.userId === userId && key.mode === 'live' && key.scopes.includes('catalog:write');
  if (!maySpend || !PERMISSIONS[role].includes('keys.manage')) return 'KEY_INVALID';
  return { ...caller, key: { id: key.id, mode: key.mode, scopes: key.scopes } };
}
