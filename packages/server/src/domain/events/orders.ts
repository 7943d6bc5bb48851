import type { NumberedEvent, TrackerRole } from '../ports/event-tracker.ts';

/** Events that one service has yet to be told of. */
export interface ForwardingOrder {
  readonly role: TrackerRole;
  readonly userId: string;
  readonly events: readonly NumberedEvent[];
}
