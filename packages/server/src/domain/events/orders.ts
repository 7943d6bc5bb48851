import type { NumberedEvent, TrackerRole } from '../ports/event-tracker.ts';

/** Events waiting to be sent to one service. */
export interface ForwardingOrder {
  readonly role: TrackerRole;
  readonly userId: string;
  readonly events: readonly NumberedEvent[];
}
