import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { CatalogStores as StoresBelow } from '../catalog/stores.ts';
import type { EventStore } from './events/event-store.ts';

export interface ServiceStores extends StoresBelow {
  readonly events: EventStore;
}
export type ServiceDatabase = DatabaseOf<ServiceStores>;
