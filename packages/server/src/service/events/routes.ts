import type { Handlers } from '../../platform/http/endpoints/call.ts';
import type { EventService } from './service.ts';

export const eventRoutes = (events: EventService) =>
  ({
    getTrackingOptions: async () => events.options(),
    recordEvents: ({ caller, input }) => events.record(caller, input.events, input.test_mode),
  }) satisfies Partial<Handlers>;
