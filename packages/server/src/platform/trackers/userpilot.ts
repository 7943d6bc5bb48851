import type { EventTracker } from './event-tracker.ts';
import { postToTracker } from './ask-tracker.ts';
import { toTraits } from './traits.ts';

const API_VERSION = '2020-09-22';

/**
 * Sends events by Userpilot's HTTP API: `/v1/identify` and `/v1/track` (docs.userpilot.com, "Identify users and track
 * events through HTTP"). Sends the person's traits each time, because their plan determines which guides they see.
 * @param options.url https://analytex.userpilot.io, or the URL of the account's region
 */
export function createUserpilot({ url, key }: { readonly url: string; readonly key: string }): EventTracker {
  const headers = { authorization: `Token ${key}`, 'x-api-version': API_VERSION };
  return {
    name: 'Userpilot',
    async send(person, events) {
      const user_id = person.userId;
      await postToTracker(`${url}/v1/identify`, { body: { user_id, metadata: toTraits(person) }, headers });
      for (const { name, properties } of events) {
        await postToTracker(`${url}/v1/track`, {
          body: { user_id, event_name: name, metadata: properties },
          headers,
        });
      }
    },
  };
}
