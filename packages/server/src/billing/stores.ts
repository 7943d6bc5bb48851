import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { OrganizationStores as StoresBelow } from '../organizations/stores.ts';
import type { BillingStore } from './billing-store.ts';

export interface BillingStores extends StoresBelow {
  readonly billing: BillingStore;
}
export type BillingDatabase = DatabaseOf<BillingStores>;
