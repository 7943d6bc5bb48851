import { EVENT_NAMES, EVENTS } from '@packshot/contract/service/events';
import type { EventName, TrackedEvent, TrackingOptions } from '@packshot/contract/service/events';
import { STORAGE_KEYS } from '../state/storage-keys.ts';
import { call } from '../api/api-client.ts';
import { readCurrentUser } from '../session/current-user.ts';
import { readStored, readStoredJson, removeStored, writeStored } from '../state/storage.ts';

export { EVENTS };

/** Time in milliseconds for which events are collected, so that a click on a link makes one call. */
const GATHER_MS = 1000;

let waiting: TrackedEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** Events of this page that may or may not be sent, because the tracking options aren't loaded yet. */
const undecided = new Set<TrackedEvent>();
/** Maximum number of stored unsent events; older ones are dropped. */
const UNSENT_MAX = 20;

/**
 * Sends events to our own server, which forwards them to the services that the operator has configured. Our pages load
 * nothing from third parties (docs/decisions/observability.md).
 */
function send(event: TrackedEvent): void {
  waiting.push(event);
  timer ??= setTimeout(sendWaiting, GATHER_MS);
}

/** @param isLeaving whether the page is closing, so that the request must outlive it */
function sendWaiting(isLeaving = false): void {
  clearTimeout(timer);
  timer = undefined;
  const events = waiting;
  waiting = [];
  if (events.length === 0) return;
  const body = { events, ...(isTestMode() && { test_mode: true }) };
  // Ignores failures, because users must never see an error about analytics.
  void call('recordEvents', { body, keepalive: isLeaving }).catch(() => undefined);
}

/** Sends the collected events, and stores undecided ones in this browser for the next page. */
function leavePage(): void {
  sendWaiting(true);
  if (undecided.size === 0) return;
  const events = [...unsentEvents(), ...undecided].slice(-UNSENT_MAX);
  undecided.clear();
  writeStored(STORAGE_KEYS.unsentEvents, JSON.stringify(events));
}
globalThis.addEventListener?.('pagehide', leavePage);

/** Events that an earlier page stored. They aren't validated, because the server checks them. */
function unsentEvents(): readonly TrackedEvent[] {
  const stored = readStoredJson(STORAGE_KEYS.unsentEvents);
  return Array.isArray(stored) ? (stored.slice(-UNSENT_MAX) as TrackedEvent[]) : [];
}

let options: Promise<TrackingOptions> | null = null;

const readOptions = (): Promise<TrackingOptions> =>
  (options ??= call('getTrackingOptions').catch(() => {
    options = null;
    return { hosts: [], internal_domains: [], recipients: [] };
  }));

const isTestMode = (): boolean => readStored(STORAGE_KEYS.testMode) === 'true';

/** True if events on this host are counted: it is a production host, or test mode is on. */
const isTracked = ({ hosts }: TrackingOptions): boolean => isTestMode() || hosts.includes(location.hostname);

export type Consent = 'yes' | 'no';

/** Stored text of a consent, which contains the names of the accepted services. */
const toConsentText = (recipients: readonly string[]): string =>
  ['yes', ...recipients.toSorted()].join(' · ');

/** The visitor's answer; null before the page asked, or if the list of recipients has changed since a consent. */
function consentTo(recipients: readonly string[]): Consent | null {
  const stored = readStored(STORAGE_KEYS.consent);
  if (stored === 'no') return 'no';
  return stored === toConsentText(recipients) ? 'yes' : null;
}

/** The question whether the visitor's events may be counted. */
export interface ConsentQuestion {
  /** Services that receive events, besides this site's own server. */
  readonly recipients: readonly string[];
  /** The visitor's answer; null until there is one. */
  readonly answer: Consent | null;
}

/** @returns the question and its answer, or null if events on this host aren't counted */
export async function readConsentQuestion(): Promise<ConsentQuestion | null> {
  const read = await readOptions();
  if (!isTracked(read)) return null;
  return { recipients: read.recipients, answer: consentTo(read.recipients) };
}

export const answerConsent = ({ recipients }: ConsentQuestion, answer: Consent): void =>
  writeStored(STORAGE_KEYS.consent, answer === 'yes' ? toConsentText(recipients) : 'no');

/**
 * Counts an event. Requires a stored user and consent; outside test mode it also requires a production host, and a
 * user whose email address isn't internal.
 */
export async function track(name: EventName, properties: TrackedEvent['properties'] = {}): Promise<void> {
  const user = readCurrentUser();
  if (user !== null && identity !== null) identity = user.id;
  // Without an answer to the consent question, no event can be counted, so the options aren't loaded.
  if (user === null || !EVENT_NAMES.includes(name) || readStored(STORAGE_KEYS.consent) === null) return;
  const event = { name, properties, at: new Date().toISOString() };
  undecided.add(event);
  const read = await readOptions();
  // The page was closed meanwhile and has stored the event, so the next page counts it.
  if (!undecided.delete(event)) return;
  if (consentTo(read.recipients) !== 'yes' || !isTracked(read)) return;
  const domain = user.email?.split('@').at(-1)?.toLowerCase() ?? '';
  if (!isTestMode() && read.internal_domains.includes(domain)) return;
  // Another user signed in while the options were loading; the event isn't that user's.
  if (identity !== user.id) return;
  // oxlint-disable-next-line no-console -- the debug flag enables this output
  if (readStored(STORAGE_KEYS.testModeDebug) === 'true') console.info('event', event);
  for (const earlier of unsentEvents()) send(earlier);
  removeStored(STORAGE_KEYS.unsentEvents);
  send(event);
}

/**
 * User to whom events belong. Undefined until the first event or sign-in; null during a sign-in, when no events are
 * counted.
 */
let identity: string | null | undefined;

/** Called when a sign-in starts: drops the previous user's events, so that the new one doesn't get them. */
export function resetIdentity(): void {
  clearTimeout(timer);
  timer = undefined;
  waiting = [];
  undecided.clear();
  removeStored(STORAGE_KEYS.unsentEvents);
  identity = null;
}

/**
 * Called at the end of a sign-in: sets the user to whom the next events belong. The server reads the user from the
 * access token.
 */
export function setIdentity(userId: string): void {
  identity = userId;
}
