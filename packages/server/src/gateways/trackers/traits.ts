import { EVENTS } from '@packshot/contract';
import type { NumberedEvent, TrackedPerson } from '../../domain/ports/event-tracker.ts';

/** What services are told of a person, under names that all of them take. */
export const traitsOf = ({ isGuest, wasGuest, plan, createdAt }: TrackedPerson) => ({
  is_guest: isGuest,
  was_guest_user: wasGuest,
  plan,
  created_at: createdAt.toISOString(),
});

/** True when these events begin a new identity: who signed in or up is described before what they did. */
export const isIntroduction = (events: readonly NumberedEvent[]): boolean =>
  events.some(({ name }) => name === EVENTS.signedIn || name === EVENTS.signedUp);

/** The path of a page that was viewed. */
export const pathOf = ({ properties }: NumberedEvent): string => {
  const path = properties['path'];
  return typeof path === 'string' && path.startsWith('/') ? path : '/';
};

/** When it happened, in milliseconds since 1970. */
export const timeOf = ({ at }: NumberedEvent): number => Date.parse(at);
