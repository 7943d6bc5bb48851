import type { Database } from './stores.ts';
import type { Tools } from '../tools/tool.ts';
import type { Clock } from '../platform/clock.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';

export interface RecordDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly tools: Tools;
}
