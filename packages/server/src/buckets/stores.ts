import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { ApiStores as StoresBelow } from '../api/stores.ts';
import type { BucketStore } from './bucket-store.ts';

export interface BucketStores extends StoresBelow {
  readonly buckets: BucketStore;
}
export type BucketDatabase = DatabaseOf<BucketStores>;
