import { MINUTE_MS } from '../durations.ts';
import type { EventTracker } from './event-tracker.ts';
import { postToTracker } from './ask-tracker.ts';
import { getPath, toTimestamp } from './traits.ts';

export interface GoogleAnalyticsOptions {
  readonly url: string;
  /** `G-…`. */
  readonly measurementId: string;
  readonly apiSecret: string;
  /** URL of the site, without a trailing slash. */
  readonly siteUrl: string;
}

/** Google's limit per request. */
const EVENTS_PER_REQUEST = 25;
/**
 * Google ends a visit after half an hour of inactivity. A server has no visits, so each half hour counts as
 * one.
 */
const SESSION_MS = 30 * MINUTE_MS;

/**
 * Google Analytics 4, Measurement Protocol: `/mp/collect`
 * (developers.google.com/analytics/devguides/collection/protocol). Returns 204 for every request, even with wrong keys.
 * Every request opts out of advertising.
 */
export function createGoogleAnalytics(options: GoogleAnalyticsOptions): EventTracker {
  const query = new URLSearchParams({ measurement_id: options.measurementId, api_secret: options.apiSecret });
  return {
    name: 'Google Analytics',
    async send(person, events) {
      const pages = events.map((event) => ({
        name: 'page_view',
        timestamp_micros: toTimestamp(event) * 1000,
        params: {
          page_location: options.siteUrl + getPath(event),
          session_id: String(Math.floor(toTimestamp(event) / SESSION_MS)),
          engagement_time_msec: 1,
        },
      }));
      for (let first = 0; first < pages.length; first += EVENTS_PER_REQUEST) {
        await postToTracker(`${options.url}/mp/collect?${query.toString()}`, {
          body: {
            client_id: person.userId,
            user_id: person.userId,
            consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
            events: pages.slice(first, first + EVENTS_PER_REQUEST),
          },
        });
      }
    },
  };
}
