import type { RecordDatabase } from './stores.ts';
import type { ToolKinds } from '../tools/tool.ts';
import type { Clock } from '../platform/clock.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';

export interface RecordDependencies {
  readonly database: RecordDatabase;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly tools: ToolKinds;
}
