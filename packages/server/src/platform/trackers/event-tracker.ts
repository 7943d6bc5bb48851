import type { TrackedEvent } from '@packshot/contract';

/** Purposes for which events are sent to services; the operator may choose one service for each. */
export const TRACKER_ROLES = ['analytics', 'onboarding', 'marketing'] as const;
export type TrackerRole = (typeof TRACKER_ROLES)[number];

/** Data about a person that third parties receive, without name or address. */
export interface TrackedPerson {
  readonly userId: string;
  readonly isGuest: boolean;
  readonly wasGuest: boolean;
  /** Name of the organization's plan, such as 'Free plan'. */
  readonly plan: string;
  readonly createdAt: Date;
}

/** An event with a unique id, so that a service that receives it twice counts it once. */
export interface NumberedEvent extends TrackedEvent {
  readonly id: string;
}

/** A third-party or self-hosted analytics or marketing service that receives events. */
export interface EventTracker {
  readonly name: string;
  /**
   * Sends one person's events, oldest first.
   * @throws TrackerBusyError if a retry may help, TrackerRefusedError if it wouldn't
   */
  send(person: TrackedPerson, events: readonly NumberedEvent[]): Promise<void>;
}

/** Error if the service doesn't respond or asks to retry later. */
export class TrackerBusyError extends Error {
  override readonly name = 'TrackerBusyError';
}

/** Error for a wrong key, or for events that the service doesn't accept. */
export class TrackerRefusedError extends Error {
  override readonly name = 'TrackerRefusedError';
}

export type EventTrackers = Readonly<Partial<Record<TrackerRole, EventTracker>>>;
