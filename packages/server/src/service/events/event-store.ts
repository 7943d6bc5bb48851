import type { TrackedEvent } from '@packshot/contract';
import type { Executor } from '../../platform/database/connection.ts';
import { analyticsEvents } from './schema.ts';

export function createEventStore(db: Executor) {
  return {
    async insert(userId: string, events: readonly TrackedEvent[]): Promise<void> {
      await db
        .insert(analyticsEvents)
        .values(
          events.map(({ name, properties, at }) => ({ userId, name, properties, happenedAt: new Date(at) })),
        );
    },
  };
}

export type EventStore = ReturnType<typeof createEventStore>;
