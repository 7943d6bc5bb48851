import type { TrackedEvent } from '@packshot/contract';

/** What a tracker is for; the operator may choose one service for each. */
export const TRACKER_ROLES = ['analytics', 'onboarding', 'marketing'] as const;
export type TrackerRole = (typeof TRACKER_ROLES)[number];

/** Who did it, as far as other companies are told: neither name nor address. */
export interface TrackedPerson {
  readonly userId: string;
  readonly isGuest: boolean;
  readonly wasGuest: boolean;
  /** What their organization has, such as 'Free plan'. */
  readonly plan: string;
  readonly createdAt: Date;
}

/** An event with an id of its own, so that a service that is told twice counts once. */
export interface NumberedEvent extends TrackedEvent {
  readonly id: string;
}

/** A service of another company, or of the operator's own, that is told what happens. */
export interface EventTracker {
  /** Its name as people know it. */
  readonly name: string;
  /**
   * Tells of one person's events, oldest first.
   * @throws TrackerBusyError when it should be tried again; TrackerRefusedError when that would not help
   */
  send(person: TrackedPerson, events: readonly NumberedEvent[]): Promise<void>;
}

/** No answer, or one that says to come back later. */
export class TrackerBusyError extends Error {
  override readonly name = 'TrackerBusyError';
}

/** A wrong key, or events that the service does not take. */
export class TrackerRefusedError extends Error {
  override readonly name = 'TrackerRefusedError';
}

/** Those that are configured. */
export type EventTrackers = Readonly<Partial<Record<TrackerRole, EventTracker>>>;
