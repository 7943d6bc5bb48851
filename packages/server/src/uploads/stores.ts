import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { BucketStores as StoresBelow } from '../buckets/stores.ts';
import type { UploadStore } from './upload-store.ts';
import type { UsageStore } from './usage-store.ts';

export interface UploadStores extends StoresBelow {
  // Methods of stores in higher layers, injected by the composition root.
  readonly assets: { isStored(userId: string, key: string): Promise<boolean> };
  readonly records: {
    find(userId: string, id: string): Promise<object | null>;
    addSlotBytes(recordId: string, sizeBytes: number): Promise<void>;
  };
  readonly uploads: UploadStore;
  readonly usage: UsageStore;
}
export type UploadDatabase = DatabaseOf<UploadStores>;
