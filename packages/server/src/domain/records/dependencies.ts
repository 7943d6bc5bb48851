import type { Database } from '../database.ts';
import type { Tools } from '../generations/tool.ts';
import type { Clock } from '../ports/clock.ts';
import type { ObjectStore } from '../ports/object-store.ts';

export interface RecordDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly tools: Tools;
}
