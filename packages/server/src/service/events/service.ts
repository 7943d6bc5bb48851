import { randomUUID } from 'node:crypto';
import type { TrackedEvent, TrackingOptions } from '@packshot/contract';
import type { ServiceDatabase } from '../stores.ts';
import { assertPermitted } from '../../platform/access/permissions.ts';
import { TRACKER_ROLES } from '../../platform/trackers/event-tracker.ts';
import type { EventTrackers } from '../../platform/trackers/event-tracker.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { eventsFor } from './forwarding.ts';

export interface EventSettings {
  /** Host names of sites whose events are recorded; empty to record none. */
  readonly hosts: string[];
  readonly internal_domains: string[];
  readonly trackers: EventTrackers;
}

export function createEventService(
  database: ServiceDatabase,
  { hosts, internal_domains, trackers }: EventSettings,
) {
  const roles = TRACKER_ROLES.filter((role) => trackers[role] !== undefined);
  const recipients = [...new Set(roles.flatMap((role) => trackers[role]?.name ?? []))];
  return {
    options: (): TrackingOptions => ({ hosts, internal_domains, recipients }),
    /**
     * Stores events for the operator and queues them for the configured services. Drops the events if no hosts are
     * configured, unless the visitor is in test mode.
     */
    async record(caller: Caller, events: readonly TrackedEvent[], isTestMode: boolean = false) {
      assertPermitted(caller, 'account.read');
      if (hosts.length === 0 && !isTestMode) return;
      const numbered = events.map((event) => ({ ...event, id: randomUUID() }));
      await database.transaction(async (stores) => {
        await stores.events.insert(caller.userId, events);
        // Queues one job per service, so that a retry for one doesn't send the events to the others again.
        for (const role of roles) {
          const roleEvents = eventsFor(role, numbered);
          if (roleEvents.length === 0) continue;
          const payload = { role, userId: caller.userId, events: roleEvents };
          await stores.jobs.enqueue({ name: 'forward-events', payload });
        }
      });
    },
  };
}

export type EventService = ReturnType<typeof createEventService>;
