import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { RecordStores as StoresBelow } from '../records/stores.ts';
import type { RunDeliveryStore } from './run-delivery-store.ts';
import type { RecipeStore } from './recipe-store.ts';
import type { RunStore } from './run-store.ts';

export interface CatalogStores extends StoresBelow {
  readonly deliveries: RunDeliveryStore;
  readonly recipes: RecipeStore;
  readonly runs: RunStore;
}
export type CatalogDatabase = DatabaseOf<CatalogStores>;
