import { USERS_PATH } from '../endpoint-paths.ts';
import type { Endpoint } from '../endpoint.ts';
import { eventsRequestSchema, trackingOptionsSchema } from './events.ts';

export const EVENT_ENDPOINTS = {
  getTrackingOptions: {
    method: 'GET',
    path: `${USERS_PATH}/tracking-options/`,
    auth: 'none',
    summary: 'Hosts and users whose usage events are recorded, and the services that receive them',
    tag: 'Events',
    body: 'none',
    answer: 'json',
    successStatus: 200,
    output: trackingOptionsSchema,
  },
  recordEvents: {
    method: 'POST',
    path: `${USERS_PATH}/events/`,
    auth: 'bearer',
    summary: 'Record events of a visitor who has agreed to it',
    tag: 'Events',
    body: 'json',
    answer: 'empty',
    successStatus: 204,
    input: eventsRequestSchema,
  },
} as const satisfies Record<string, Endpoint>;
