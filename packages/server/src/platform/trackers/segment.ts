import { EVENTS } from '@packshot/contract';
import type { EventTracker } from './event-tracker.ts';
import { postToTracker } from './ask-tracker.ts';
import { isIntroduction, getPath, toTraits } from './traits.ts';

export interface SegmentOptions {
  /**
   * URL of the service: https://api.segment.io, https://events.eu1.segmentapis.com, or another server with the same
   * API.
   */
  readonly url: string;
  readonly key: string;
  /** URL of our site, without a trailing slash. */
  readonly siteUrl: string;
}

/** Sends events by Segment's HTTP tracking API, `/v1/batch` (segment.com/docs, "HTTP API Source"). */
export function createSegment({ url, key, siteUrl }: SegmentOptions): EventTracker {
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  return {
    name: 'Segment',
    async send(person, events) {
      const about = { userId: person.userId };
      const first = events[0];
      const introduction =
        first !== undefined && isIntroduction(events)
          ? [
              {
                ...about,
                type: 'identify',
                messageId: `identify-${first.id}`,
                timestamp: first.at,
                traits: toTraits(person),
              },
            ]
          : [];
      const batch = events.map((event) => {
        const call = { ...about, messageId: event.id, timestamp: event.at };
        if (event.name !== EVENTS.pageViewed) {
          return { ...call, type: 'track', event: event.name, properties: event.properties };
        }
        const path = getPath(event);
        return { ...call, type: 'page', name: path, properties: { path, url: siteUrl + path } };
      });
      await postToTracker(`${url}/v1/batch`, {
        body: { batch: [...introduction, ...batch] },
        headers: { authorization },
      });
    },
  };
}
