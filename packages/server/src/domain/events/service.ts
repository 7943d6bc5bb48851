import type { TrackedEvent, TrackingOptions } from '@packshot/contract';
import { assertPermitted } from '../permissions.ts';
import type { Database } from '../ports/stores.ts';
import type { Caller } from '../caller.ts';

export interface EventService {
  options(): TrackingOptions;
  /** Kept for the operator, and for nobody else. Dropped where nothing is counted. */
  record(caller: Caller, events: readonly TrackedEvent[]): Promise<void>;
}

export function createEventService(database: Database, options: TrackingOptions): EventService {
  return {
    options: () => options,
    async record(caller, events) {
      assertPermitted(caller, 'account.read');
      if (options.hosts.length > 0) await database.stores.events.insert(caller.userId, events);
    },
  };
}
