import { z } from 'zod';
import { boundedText } from '../bounded-text.ts';

/** Everything that is told to analytics, once a visitor has agreed. A name that is not here is not sent. */
export const EVENTS = {
  pageViewed: 'page_viewed',
  signedIn: 'signed_in',
  signedUp: 'signed_up',
  /** For who makes their third picture: the moment at which trackers are told. */
  thirdImageGenerated: 'third_image_generated',
} as const;
export const EVENT_NAMES = Object.values(EVENTS) as [EventName, ...EventName[]];
export type EventName = (typeof EVENTS)[keyof typeof EVENTS];

/** Facts of an event: short words and numbers, never a picture, a prompt or an address. */
const propertiesSchema = z.record(boundedText(40), z.union([boundedText(200), z.number(), z.boolean()]));

export const eventsRequestSchema = z.object({
  /** The visitor has switched the test mode on: what they do counts on a host that is not configured too. */
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

/** Where and for whom events count. Empty hosts: nowhere, and nobody is asked. */
export const trackingOptionsSchema = z.object({
  hosts: z.array(z.string()),
  /** Colleagues, whose clicks would only blur the picture. */
  internal_domains: z.array(z.string()),
  /** The services that this server passes events on to, by name: whoever is asked is told. */
  recipients: z.array(z.string()),
});
export type TrackingOptions = z.infer<typeof trackingOptionsSchema>;
