import { z } from 'zod';
import { TrackerRefusedError } from './event-tracker.ts';
import type { EventTracker } from './event-tracker.ts';
import { jsonIn, postToTracker } from './ask-tracker.ts';
import { isIntroduction, toTimestamp, toTraits } from './traits.ts';

/**
 * Format of Mixpanel's response. With `verbose=1`, it refuses events with HTTP status 200 and `status: 0` in the body.
 */
const answerSchema = z.object({ status: z.number(), error: z.string().nullish() });

/**
 * Sends events by Mixpanel's ingestion API: `/track` and `/engage#profile-set` (docs.mixpanel.com/reference).
 * @param options.url such as https://api.mixpanel.com, or api-eu and api-in for projects stored there
 */
export function createMixpanel({ url, key }: { readonly url: string; readonly key: string }): EventTracker {
  const post = async (path: string, body: readonly unknown[]): Promise<void> => {
    const text = await postToTracker(`${url}${path}?verbose=1`, { body, headers: { accept: 'text/plain' } });
    const answer = answerSchema.safeParse(jsonIn(text));
    if (!answer.success || answer.data.status !== 1) {
      throw new TrackerRefusedError(answer.data?.error ?? 'An answer that is none of Mixpanel');
    }
  };
  return {
    name: 'Mixpanel',
    async send(person, events) {
      // The IP address is set to 0, so that Mixpanel doesn't locate users by this server's address.
      if (isIntroduction(events)) {
        const profile = { $token: key, $distinct_id: person.userId, $ip: '0', $set: toTraits(person) };
        await post('/engage', [profile]);
      }
      const track = events.map((event) => ({
        event: event.name,
        properties: {
          ...event.properties,
          token: key,
          distinct_id: person.userId,
          time: toTimestamp(event),
          $insert_id: event.id,
          ip: '0',
        },
      }));
      await post('/track', track);
    },
  };
}
