import { EVENT_NAMES, EVENTS } from '@packshot/contract/service/events';
import type { EventName, TrackedEvent, TrackingOptions } from '@packshot/contract/service/events';
import { STORAGE_KEYS } from '../state/storage-keys.ts';
import { call } from '../api/api-client.ts';
import { readCurrentUser } from '../session/current-user.ts';
import { readStored, readStoredJson, removeStored, writeStored } from '../state/storage.ts';

export { EVENTS };

/** Time for which events are batched, so that a click on a link makes one call. */
const GATHER_MS = 1000;

let waiting: TrackedEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** Events of a page for which the tracking options aren't loaded yet. */
const undecided = new Set<TrackedEvent>();
/** Most unsent events of one visit; more are dropped. */
const UNSENT_MAX = 20;

/**
 * Sends events to our own server, which forwards them to the services that its operator has configured. Our pages load
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
  // A failure to count must never show the user an error.
  void call('recordEvents', { body, keepalive: isLeaving }).catch(() => undefined);
}

/** Sends waiting events, and stores undecided ones for the next page in this browser. */
function leavePage(): void {
  sendWaiting(true);
  if (undecided.size === 0) return;
  const events = [...unsentEvents(), ...undecided].slice(-UNSENT_MAX);
  undecided.clear();
  writeStored(STORAGE_KEYS.unsentEvents, JSON.stringify(events));
}
globalThis.addEventListener?.('pagehide', leavePage);

/** Not validated here, because the server checks them. */
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

/** True where events count at all: on a production host or in test mode. */
const isTracked = ({ hosts }: TrackingOptions): boolean => isTestMode() || hosts.includes(location.hostname);

export type Consent = 'yes' | 'no';

/** Stored text of a consent, which names the accepted services. */
const toConsentText = (recipients: readonly string[]): string =>
  ['yes', ...recipients.toSorted()].join(' · ');

/** The visitor's answer; null before they were asked, or if a recipient was added since. */
function consentTo(recipients: readonly string[]): Consent | null {
  const stored = readStored(STORAGE_KEYS.consent);
  if (stored === 'no') return 'no';
  return stored === toConsentText(recipients) ? 'yes' : null;
}

/** The question whether the visitor may be counted. */
export interface ConsentQuestion {
  /** The services that receive events, besides this site's own server. */
  readonly recipients: readonly string[];
  /** Null until the visitor answers. */
  readonly answer: Consent | null;
}

/** @returns the question and its answer, or null if analytics is disabled */
export async function readConsentQuestion(): Promise<ConsentQuestion | null> {
  const read = await readOptions();
  if (!isTracked(read)) return null;
  return { recipients: read.recipients, answer: consentTo(read.recipients) };
}

export const answerConsent = ({ recipients }: ConsentQuestion, answer: Consent): void =>
  writeStored(STORAGE_KEYS.consent, answer === 'yes' ? toConsentText(recipients) : 'no');

/**
 * Counts an event. Requires a stored user and consent; outside test mode it also requires a production host
 * and a user whose address is not internal.
 */
export async function track(name: EventName, properties: TrackedEvent['properties'] = {}): Promise<void> {
  const user = readCurrentUser();
  if (user !== null && identity !== null) identity = user.id;
  // Without an answer there is nothing to look up.
  if (user === null || !EVENT_NAMES.includes(name) || readStored(STORAGE_KEYS.consent) === null) return;
  const event = { name, properties, at: new Date().toISOString() };
  undecided.add(event);
  const read = await readOptions();
  // The page was closed meanwhile; the next one counts it.
  if (!undecided.delete(event)) return;
  if (consentTo(read.recipients) !== 'yes' || !isTracked(read)) return;
  const domain = user.email?.split('@').at(-1)?.toLowerCase() ?? '';
  if (!isTestMode() && read.internal_domains.includes(domain)) return;
  // Another user signed in during the lookup, so the event isn't theirs.
  if (identity !== user.id) return;
  // oxlint-disable-next-line no-console -- the debug flag asks for exactly this
  if (readStored(STORAGE_KEYS.testModeDebug) === 'true') console.info('event', event);
  for (const earlier of unsentEvents()) send(earlier);
  removeStored(STORAGE_KEYS.unsentEvents);
  send(event);
}

/** Owner of the events. Undefined until the first one; null during a sign-in, when nothing is counted. */
let identity: string | null | undefined;

/** Call first after a sign-in: drops waiting events of the previous identity, so that they aren't attributed to the new one. */
export function resetIdentity(): void {
  clearTimeout(timer);
  timer = undefined;
  waiting = [];
  undecided.clear();
  removeStored(STORAGE_KEYS.unsentEvents);
  identity = null;
}

/**
 * Call second after a sign-in: names the owner of the next events. The server reads the same from the token
 * they are sent with.
 */
export function setIdentity(userId: string): void {
  identity = userId;
}
