import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { OrganizationStores as StoresBelow } from '../organizations/stores.ts';
import type { BillingStore } from './billing-store.ts';

/** Stores of billing, and of the lower layers that billing depends on. */
export interface BillingStores extends StoresBelow {
  readonly billing: BillingStore;
}
export type BillingDatabase = DatabaseOf<BillingStores>;
