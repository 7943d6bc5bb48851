import { EVENT_NAMES, EVENTS } from '@packshot/contract/events';
import type { EventName, TrackedEvent, TrackingOptions } from '@packshot/contract/events';
import { STORAGE_KEYS } from '@packshot/contract/storage-keys';
import { call } from './api-client.ts';
import { readCurrentUser } from './current-user.ts';
import { readStored, writeStored } from './storage.ts';

export { EVENTS };

/**
 * Where events go. Analytics, onboarding and marketing trackers of other companies are further ones of these; ours
 * sends them to our own server and to nobody else.
 */
export interface EventSink {
  /** Forgets whom the next events are about. */
  reset(): void;
  identify(userId: string): void;
  send(event: TrackedEvent): void;
}

/** Events wait this long for others, so that a click on a link is one call. */
const GATHER_MS = 1000;

function createOwnSink(): EventSink {
  let waiting: TrackedEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    const events = waiting;
    waiting = [];
    // Counting is never worth an error in front of a user.
    if (events.length > 0) void call('recordEvents', { body: { events } }).catch(() => undefined);
  };
  return {
    // The server knows the user by the token: what is left of somebody else's is dropped.
    reset: () => (waiting = []),
    identify: () => undefined,
    send(event) {
      waiting.push(event);
      clearTimeout(timer);
      timer = setTimeout(flush, GATHER_MS);
    },
  };
}

const sinks: readonly EventSink[] = [createOwnSink()];
let options: Promise<TrackingOptions> | null = null;

const readOptions = (): Promise<TrackingOptions> =>
  (options ??= call('getTrackingOptions').catch(() => {
    options = null;
    return { hosts: [], internal_domains: [] };
  }));

const isTestMode = (): boolean => readStored(STORAGE_KEYS.testMode) === 'true';

/** True where events count at all: on a production host, or in test mode. */
export async function isTracked(): Promise<boolean> {
  return isTestMode() || (await readOptions()).hosts.includes(location.hostname);
}

/** What the visitor has said; null before they were asked. */
export const readConsent = (): 'yes' | 'no' | null => {
  const stored = readStored(STORAGE_KEYS.consent);
  return stored === 'yes' || stored === 'no' ? stored : null;
};
export const writeConsent = (answer: 'yes' | 'no'): void => writeStored(STORAGE_KEYS.consent, answer);

/**
 * Counts an event, by the rules of the specification: not without a stored user or a name; only on production hosts
 * for users whose address is not a colleague's, or in test mode; and never without consent.
 */
export async function track(name: EventName, properties: TrackedEvent['properties'] = {}): Promise<void> {
  const user = readCurrentUser();
  if (user === null || !EVENT_NAMES.includes(name) || readConsent() !== 'yes') return;
  if (!isTestMode()) {
    const { hosts, internal_domains } = await readOptions();
    const domain = user.email?.split('@').at(-1)?.toLowerCase() ?? '';
    if (!hosts.includes(location.hostname) || internal_domains.includes(domain)) return;
  }
  const event = { name, properties, at: new Date().toISOString() };
  // oxlint-disable-next-line no-console -- the debug flag asks for exactly this
  if (readStored(STORAGE_KEYS.testModeDebug) === 'true') console.info('event', event);
  for (const sink of sinks) sink.send(event);
}

/** After a sign-in: nobody's events are mixed with the next one's. */
export function changeIdentity(userId: string): void {
  for (const sink of sinks) {
    sink.reset();
    sink.identify(userId);
  }
}
