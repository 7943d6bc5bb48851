import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { Stores as StoresBelow } from '../api/stores.ts';
import type { BucketStore } from './bucket-store.ts';

/** Stores of this subject and of those below it. */
export interface Stores extends StoresBelow {
  readonly buckets: BucketStore;
}
export type Database = DatabaseOf<Stores>;
