import type { TrackedEvent } from '@packshot/contract';

/** The purposes of trackers; the operator may choose one service for each. */
export const TRACKER_ROLES = ['analytics', 'onboarding', 'marketing'] as const;
export type TrackerRole = (typeof TRACKER_ROLES)[number];

/** The person, as far as other companies may know: neither name nor address. */
export interface TrackedPerson {
  readonly userId: string;
  readonly isGuest: boolean;
  readonly wasGuest: boolean;
  /** The organization's plan, such as 'Free plan'. */
  readonly plan: string;
  readonly createdAt: Date;
}

/** An event with a unique id, so that a service that receives it twice counts it once. */
export interface NumberedEvent extends TrackedEvent {
  readonly id: string;
}

/** A service, of another company or of the operator, that receives events. */
export interface EventTracker {
  /** The service's name as shown to users. */
  readonly name: string;
  /**
   * Sends one person's events, oldest first.
   * @throws TrackerBusyError when a retry may help; TrackerRefusedError when it would not
   */
  send(person: TrackedPerson, events: readonly NumberedEvent[]): Promise<void>;
}

/** No answer, or one that asks to retry later. */
export class TrackerBusyError extends Error {
  override readonly name = 'TrackerBusyError';
}

/** A wrong key, or events that the service does not accept. */
export class TrackerRefusedError extends Error {
  override readonly name = 'TrackerRefusedError';
}

/** The configured trackers. */
export type EventTrackers = Readonly<Partial<Record<TrackerRole, EventTracker>>>;
