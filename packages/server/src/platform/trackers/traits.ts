import { EVENTS } from '@packshot/contract';
import type { NumberedEvent, TrackedPerson } from './event-tracker.ts';

/** Traits of a person, under names that all services accept. */
export const toTraits = ({ isGuest, wasGuest, plan, createdAt }: TrackedPerson) => ({
  is_guest: isGuest,
  was_guest_user: wasGuest,
  plan,
  created_at: createdAt.toISOString(),
});

/** True if these events start a new identity. The service then gets a description of the person before the events. */
export const isIntroduction = (events: readonly NumberedEvent[]): boolean =>
  events.some(({ name }) => name === EVENTS.signedIn || name === EVENTS.signedUp);

export const getPath = ({ properties }: NumberedEvent): string => {
  const path = properties['path'];
  return typeof path === 'string' && path.startsWith('/') ? path : '/';
};

export const toTimestamp = ({ at }: NumberedEvent): number => Date.parse(at);
