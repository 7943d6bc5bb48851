import { EVENTS } from '@packshot/contract';
import type { ServiceDatabase } from '../stores.ts';
import { TrackerRefusedError } from '../../platform/trackers/event-tracker.ts';
import type { EventTrackers, NumberedEvent, TrackerRole } from '../../platform/trackers/event-tracker.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { ForwardingOrder } from '../../platform/queue/job-queue.ts';

/**
 * Selects the events for a service by its purpose. Marketing services receive page views and nothing else; onboarding
 * services receive actions but no page views.
 */
export function eventsFor(role: TrackerRole, events: readonly NumberedEvent[]): readonly NumberedEvent[] {
  if (role === 'analytics') return events;
  return events.filter(({ name }) => (name === EVENTS.pageViewed) === (role === 'marketing'));
}

export function createEventForwarder(deps: {
  readonly database: ServiceDatabase;
  readonly trackers: EventTrackers;
  readonly logger: Logger;
}) {
  return {
    /**
     * Sends events to one service. Rejects if a retry may help; if the service refuses the events, they are logged and
     * dropped.
     */
    async forward({ role, userId, events }: ForwardingOrder): Promise<void> {
      const tracker = deps.trackers[role];
      const account = await deps.database.stores.accounts.find(userId);
      // After the job was queued, the operator may have disabled the service, or the account may have been deleted.
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

export type EventForwarder = ReturnType<typeof createEventForwarder>;
