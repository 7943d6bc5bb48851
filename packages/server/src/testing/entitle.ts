import type { ServiceStores } from '../service/stores.ts';

const DOWNLOADS = 1000;

interface EntitleServices {
  readonly database: { readonly stores: Pick<ServiceStores, 'accounts' | 'organizations' | 'ledger'> };
}

/** Grants the user's organization the entitlements that only some plans include, and the user many downloads. */
export async function entitle({ database }: EntitleServices, userId: string): Promise<void> {
  const { accounts, organizations, ledger } = database.stores;
  const account = await accounts.find(userId);
  if (account === null) throw new Error(`User ${userId} is not there`);
  await organizations.setGrants(account.organization.id, ['live_keys', 'large_runs'], null);
  const reference = `test:downloads:${userId}`;
  await ledger.append({ userId, ledger: 'download', kind: 'grant', delta: DOWNLOADS, reference });
}
