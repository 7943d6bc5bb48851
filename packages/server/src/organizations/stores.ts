import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { AccountStores as StoresBelow } from '../accounts/stores.ts';
import type { LeadStore, OrganizationStore } from './organization-store.ts';

export interface OrganizationStores extends StoresBelow {
  // Methods of stores in higher layers, injected by the composition root.
  readonly apiKeys: { endOfUser(userId: string, at: Date): Promise<void> };
  readonly organizations: OrganizationStore;
  readonly leads: LeadStore;
}
export type OrganizationDatabase = DatabaseOf<OrganizationStores>;
