import { randomUUID } from 'node:crypto';
import type { TrackedEvent, TrackingOptions } from '@packshot/contract';
import type { Database } from '../database.ts';
import { assertPermitted } from '../permissions.ts';
import { TRACKER_ROLES } from '../ports/event-tracker.ts';
import type { EventTrackers } from '../ports/event-tracker.ts';
import type { Caller } from '../caller.ts';
import { eventsFor } from './forwarding.ts';

export interface EventService {
  options(): TrackingOptions;
  /**
   * Keeps events for the operator, and orders that the configured services are told. Dropped where nothing is counted,
   * unless the visitor is testing the counting.
   */
  record(caller: Caller, events: readonly TrackedEvent[], isTestMode?: boolean): Promise<void>;
}

export interface EventSettings {
  /** Hosts that count; empty: nothing is counted. */
  readonly hosts: string[];
  readonly internal_domains: string[];
  /** The services that are told. */
  readonly trackers: EventTrackers;
}

export function createEventService(
  database: Database,
  { hosts, internal_domains, trackers }: EventSettings,
): EventService {
  const roles = TRACKER_ROLES.filter((role) => trackers[role] !== undefined);
  const recipients = [...new Set(roles.flatMap((role) => trackers[role]?.name ?? []))];
  return {
    options: () => ({ hosts, internal_domains, recipients }),
    async record(caller, events, isTestMode = false) {
      assertPermitted(caller, 'account.read');
      if (hosts.length === 0 && !isTestMode) return;
      const numbered = events.map((event) => ({ ...event, id: randomUUID() }));
      await database.transaction(async (stores) => {
        await stores.events.insert(caller.userId, events);
        // One job a service: what one of them cannot take now is not told to the others twice.
        for (const role of roles) {
          const wanted = eventsFor(role, numbered);
          if (wanted.length === 0) continue;
          const payload = { role, userId: caller.userId, events: wanted };
          await stores.jobs.enqueue({ name: 'forward-events', payload });
        }
      });
    },
  };
}
