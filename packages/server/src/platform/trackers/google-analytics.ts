import { MINUTE_MS } from '../durations.ts';
import type { EventTracker } from './event-tracker.ts';
import { postToTracker } from './ask-tracker.ts';
import { getPath, toTimestamp } from './traits.ts';

export interface GoogleAnalyticsOptions {
  readonly url: string;
  /** Measurement ID of the Google Analytics property, which starts with `G-`. */
  readonly measurementId: string;
  readonly apiSecret: string;
  /** URL of our site, without a trailing slash. */
  readonly siteUrl: string;
}

/** Maximum number of events per request that Google accepts. */
const EVENTS_PER_REQUEST = 25;
/**
 * Length of a visit. Google ends a visit after half an hour of inactivity. The server can't observe visits, so each
 * half hour with events counts as one.
 */
const SESSION_MS = 30 * MINUTE_MS;

/**
 * Sends events to Google Analytics 4 by the Measurement Protocol: `/mp/collect`
 * (developers.google.com/analytics/devguides/collection/protocol). Google responds with status 204 to every request,
 * even with wrong keys. Every request opts out of advertising.
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
