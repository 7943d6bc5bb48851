import type { Database as DatabaseOf } from '../platform/database/database.ts';
import type { Stores as StoresBelow } from '../tools/stores.ts';
import type { ArchiveStore } from './archives/archive-store.ts';
import type { RecordStore } from './record-store.ts';

/** Stores of this subject and of those below it. */
export interface Stores extends StoresBelow {
  readonly archives: ArchiveStore;
  readonly records: RecordStore;
}
export type Database = DatabaseOf<Stores>;
