import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { ToolStores as StoresBelow } from '../tools/stores.ts';
import type { ArchiveStore } from './archives/archive-store.ts';
import type { RecordStore } from './record-store.ts';

export interface RecordStores extends StoresBelow {
  readonly archives: ArchiveStore;
  readonly records: RecordStore;
}
export type RecordDatabase = DatabaseOf<RecordStores>;
