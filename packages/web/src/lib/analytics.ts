import { EVENT_NAMES, EVENTS } from '@packshot/contract/service/events';
import type { EventName, TrackedEvent, TrackingOptions } from '@packshot/contract/service/events';
import { STORAGE_KEYS } from './storage-keys.ts';
import { call } from './api-client.ts';
import { readCurrentUser } from './current-user.ts';
import { readStored, writeStored } from './storage.ts';

export { EVENTS };

/** Events wait this long for others, so that a click on a link is one call. */
const GATHER_MS = 1000;

let waiting: TrackedEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Events go to our own server, which passes them on to the services that its operator has configured: no page of ours
 * loads anything of theirs (docs/decisions/0026-trackers.md).
 */
function send(event: TrackedEvent): void {
  waiting.push(event);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const events = waiting;
    waiting = [];
    // Counting is never worth an error in front of a user.
    if (events.length > 0)
      void call('recordEvents', { body: { events, ...(isTestMode() && { test_mode: true }) } }).catch(
        () => undefined,
      );
  }, GATHER_MS);
}

let options: Promise<TrackingOptions> | null = null;

const readOptions = (): Promise<TrackingOptions> =>
  (options ??= call('getTrackingOptions').catch(() => {
    options = null;
    return { hosts: [], internal_domains: [], recipients: [] };
  }));

const isTestMode = (): boolean => readStored(STORAGE_KEYS.testMode) === 'true';

/** True where events count at all: on a production host, or in test mode. */
const isTracked = ({ hosts }: TrackingOptions): boolean => isTestMode() || hosts.includes(location.hostname);

export type Consent = 'yes' | 'no';

/** What was agreed to: to be counted here, and by these services. */
const wordsOf = (recipients: readonly string[]): string => ['yes', ...recipients.toSorted()].join(' · ');

/** What the visitor has said to this; null before they were asked, or when somebody new would be told. */
function consentTo(recipients: readonly string[]): Consent | null {
  const stored = readStored(STORAGE_KEYS.consent);
  if (stored === 'no') return 'no';
  return stored === wordsOf(recipients) ? 'yes' : null;
}

/** The question whether one may be counted. */
export interface ConsentQuestion {
  /** The services that are told besides this site's own server. */
  readonly recipients: readonly string[];
  /** Null until it is answered. */
  readonly answer: Consent | null;
}

/** @returns the question and what was answered; null where nothing is counted */
export async function readConsentQuestion(): Promise<ConsentQuestion | null> {
  const read = await readOptions();
  if (!isTracked(read)) return null;
  return { recipients: read.recipients, answer: consentTo(read.recipients) };
}

export const answerConsent = ({ recipients }: ConsentQuestion, answer: Consent): void =>
  writeStored(STORAGE_KEYS.consent, answer === 'yes' ? wordsOf(recipients) : 'no');

/**
 * Counts an event: not without a stored user or a name; only on production hosts
 * for users whose address is not a colleague's, or in test mode; and never without consent.
 */
export async function track(name: EventName, properties: TrackedEvent['properties'] = {}): Promise<void> {
  const user = readCurrentUser();
  if (user !== null && identity !== null) identity = user.id;
  // Without any answer there is nothing to look up.
  if (user === null || !EVENT_NAMES.includes(name) || readStored(STORAGE_KEYS.consent) === null) return;
  const read = await readOptions();
  if (consentTo(read.recipients) !== 'yes' || !isTracked(read)) return;
  const domain = user.email?.split('@').at(-1)?.toLowerCase() ?? '';
  if (!isTestMode() && read.internal_domains.includes(domain)) return;
  // Somebody has signed in while this was looked up: it was not theirs.
  if (identity !== user.id) return;
  const event = { name, properties, at: new Date().toISOString() };
  // oxlint-disable-next-line no-console -- the debug flag asks for exactly this
  if (readStored(STORAGE_KEYS.testModeDebug) === 'true') console.info('event', event);
  send(event);
}

/** Whose the events are. Undefined until the first one; null while it changes, when nothing is counted. */
let identity: string | null | undefined;

/** After a sign-in, first: what is left of the identity before is dropped, so that nobody's events are another's. */
export function resetIdentity(): void {
  clearTimeout(timer);
  waiting = [];
  identity = null;
}

/** After a sign-in, then: whose the next events are. The server reads the same from the token that they come with. */
export function setIdentity(userId: string): void {
  identity = userId;
}
