import { z } from 'zod';
import { boundedText } from '../bounded-text.ts';

/** All events that the web app sends to analytics after a visitor has consented. Other names are rejected. */
export const EVENTS = {
  pageViewed: 'page_viewed',
  signedIn: 'signed_in',
  signedUp: 'signed_up',
  /** Sent with a visitor's third picture; external trackers are notified at this event. */
  thirdImageGenerated: 'third_image_generated',
} as const;
export const EVENT_NAMES = Object.values(EVENTS) as [EventName, ...EventName[]];
export type EventName = (typeof EVENTS)[keyof typeof EVENTS];

/** Properties of an event: short texts, numbers and flags. */
const propertiesSchema = z.record(boundedText(40), z.union([boundedText(200), z.number(), z.boolean()]));

export const eventsRequestSchema = z.object({
  /** Whether the visitor enabled test mode, in which events count even on a host that isn't configured. */
  test_mode: z.boolean().optional(),
  events: z
    .array(
      z.object({
        name: z.enum(EVENT_NAMES),
        at: boundedText(40).check(z.iso.datetime()),
        properties: propertiesSchema.default({}),
      }),
    )
    .min(1)
    .max(50),
});
export type TrackedEvent = z.infer<typeof eventsRequestSchema>['events'][number];

/**
 * Hosts whose events count, and users whose events don't. Without hosts no events count, and no page requests consent.
 */
export const trackingOptionsSchema = z.object({
  hosts: z.array(z.string()),
  /** Mail domains of employees, whose events would distort the figures and are ignored. */
  internal_domains: z.array(z.string()),
  recipients: z.array(z.string()),
});
export type TrackingOptions = z.infer<typeof trackingOptionsSchema>;
