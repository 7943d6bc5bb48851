import { createHash } from 'node:crypto';
import { z } from 'zod';
import { TrackerRefusedError } from './event-tracker.ts';
import type { EventTracker } from './event-tracker.ts';
import { jsonIn, postToTracker } from './ask-tracker.ts';
import { getPath, toTimestamp } from './traits.ts';

export interface MatomoOptions {
  /** URL of the Matomo server, without a trailing slash. */
  readonly url: string;
  /** Id of our site in Matomo. */
  readonly site: string;
  /** URL of our site, without a trailing slash. */
  readonly siteUrl: string;
}

const answerSchema = z.object({ status: z.string(), invalid: z.number().optional() });

/** Visitor id of sixteen hexadecimal digits, always the same for a person. */
const visitorId = (userId: string): string => createHash('sha256').update(userId).digest('hex').slice(0, 16);

/**
 * Sends events by Matomo's tracking HTTP API, many in one request (developer.matomo.org/api-reference/tracking-api).
 */
export function createMatomo({ url, site, siteUrl }: MatomoOptions): EventTracker {
  return {
    name: 'Matomo',
    async send(person, events) {
      const requests = events.map((event) => {
        const path = getPath(event);
        const parameters = new URLSearchParams({
          idsite: site,
          rec: '1',
          apiv: '1',
          url: siteUrl + path,
          action_name: path,
          _id: visitorId(person.userId),
          rand: event.id,
          // Time of the event in seconds. Matomo accepts events younger than a day without an access token.
          cdt: String(Math.floor(toTimestamp(event) / 1000)),
        });
        return `?${parameters.toString()}`;
      });
      const text = await postToTracker(`${url}/matomo.php`, { body: { requests } });
      const answer = answerSchema.safeParse(jsonIn(text));
      if (!answer.success || answer.data.status !== 'success' || (answer.data.invalid ?? 0) > 0) {
        throw new TrackerRefusedError('Matomo has not taken all of it');
      }
    },
  };
}
