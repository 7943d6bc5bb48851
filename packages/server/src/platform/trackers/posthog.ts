import { EVENTS } from '@packshot/contract';
import type { EventTracker, NumberedEvent } from './event-tracker.ts';
import { postToTracker } from './ask-tracker.ts';
import { isIntroduction, getPath, toTraits } from './traits.ts';

export interface PostHogOptions {
  /** URL of the service: https://us.i.posthog.com, https://eu.i.posthog.com, or a self-hosted server. */
  readonly url: string;
  readonly key: string;
  /** URL of our site, without a trailing slash. */
  readonly siteUrl: string;
}

/** Sends events to PostHog's public `/batch/` endpoint (posthog.com/docs/api/capture). */
export function createPostHog({ url, key, siteUrl }: PostHogOptions): EventTracker {
  /** Page views get PostHog's own event name, because its web reports require it. */
  const toPostHogEvent = (event: NumberedEvent) =>
    event.name === EVENTS.pageViewed
      ? { event: '$pageview', properties: { ...event.properties, $current_url: siteUrl + getPath(event) } }
      : { event: event.name, properties: event.properties };
  return {
    name: 'PostHog',
    async send(person, events) {
      // GeoIP is disabled, because it would locate users by this server's address.
      const about = { distinct_id: person.userId, $geoip_disable: true };
      const first = events[0];
      const introduction =
        first !== undefined && isIntroduction(events)
          ? [{ event: '$identify', timestamp: first.at, properties: { ...about, $set: toTraits(person) } }]
          : [];
      const batch = events.map((event) => {
        const { event: name, properties } = toPostHogEvent(event);
        return { event: name, uuid: event.id, timestamp: event.at, properties: { ...properties, ...about } };
      });
      await postToTracker(`${url}/batch/`, { body: { api_key: key, batch: [...introduction, ...batch] } });
    },
  };
}
