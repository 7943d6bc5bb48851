import type { Executor } from '../../platform/database/connection.ts';
import type { EventStore } from './event-store-port.ts';
import { analyticsEvents } from './schema.ts';

export function createEventStore(db: Executor): EventStore {
  return {
    async insert(userId, events) {
      await db
        .insert(analyticsEvents)
        .values(
          events.map(({ name, properties, at }) => ({ userId, name, properties, happenedAt: new Date(at) })),
        );
    },
  };
}
