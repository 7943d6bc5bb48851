import { EVENTS } from '@packshot/contract';
import type { Database } from '../database.ts';
import { TrackerRefusedError } from '../ports/event-tracker.ts';
import type { EventTrackers, NumberedEvent, TrackerRole } from '../ports/event-tracker.ts';
import type { Logger } from '../ports/logger.ts';
import type { ForwardingOrder } from './orders.ts';

/** Marketing counts visits to pages and nothing else; who guides newcomers is told what they do, not where they look. */
export function eventsFor(role: TrackerRole, events: readonly NumberedEvent[]): readonly NumberedEvent[] {
  if (role === 'analytics') return events;
  return events.filter(({ name }) => (name === EVENTS.pageViewed) === (role === 'marketing'));
}

export interface EventForwarder {
  /** Tells one service. Rejects when it should be tried again; what it refuses is logged and dropped. */
  forward(order: ForwardingOrder): Promise<void>;
}

export function createEventForwarder(deps: {
  readonly database: Database;
  readonly trackers: EventTrackers;
  readonly logger: Logger;
}): EventForwarder {
  return {
    async forward({ role, userId, events }) {
      const tracker = deps.trackers[role];
      const account = await deps.database.stores.accounts.find(userId);
      // Switched off, or deleted, since it was ordered.
      if (tracker === undefined || account === null) return;
      const { isGuest, wasGuestUser, organization, createdAt } = account;
      const person = {
        userId,
        isGuest,
        wasGuest: wasGuestUser,
        plan: organization.subscriptionType,
        createdAt,
      };
      try {
        await tracker.send(person, events);
      } catch (error) {
        if (!(error instanceof TrackerRefusedError)) throw error;
        deps.logger.error(
          { err: error, tracker: tracker.name },
          'a tracker refused events; they are dropped',
        );
      }
    },
  };
}
