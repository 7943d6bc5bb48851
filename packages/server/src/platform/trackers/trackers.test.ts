import { randomUUID } from 'node:crypto';
import { EVENTS } from '@packshot/contract';
import type { EventName } from '@packshot/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TrackerBusyError, TrackerRefusedError } from './event-tracker.ts';
import type { EventTracker, NumberedEvent } from './event-tracker.ts';
import { startTrackerDouble } from '../../testing/tracker-double.ts';
import type { TrackerContract, TrackerDouble } from '../../testing/tracker-double.ts';
import { createGoogleAnalytics } from './google-analytics.ts';
import { createMatomo } from './matomo.ts';
import { createMixpanel } from './mixpanel.ts';
import { createPostHog } from './posthog.ts';
import { createSegment } from './segment.ts';
import { createUserpilot } from './userpilot.ts';

const SITE = 'https://studio.example';
const KEY = 'write-key';
const AT = '2026-11-20T10:00:00.000Z';
const PERSON = {
  userId: '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11',
  isGuest: false,
  wasGuest: true,
  plan: 'Pro plan',
  createdAt: new Date('2026-11-01T00:00:00.000Z'),
};
const TRAITS = {
  is_guest: false,
  was_guest_user: true,
  plan: 'Pro plan',
  created_at: '2026-11-01T00:00:00.000Z',
};

const event = (name: EventName, properties: NumberedEvent['properties'] = {}): NumberedEvent => ({
  id: randomUUID(),
  name,
  at: AT,
  properties,
});
const page = (path: string) => event(EVENTS.pageViewed, { path });

let double: TrackerDouble;
afterEach(() => double.stop());

/*
 * Schemas of each service's published request format. Strict, because a service would silently drop an unknown or
 * misnamed field.
 */
const mixpanelEvent = z.strictObject({
  event: z.string().min(1),
  properties: z.looseObject({
    token: z.literal(KEY),
    time: z.number().int(),
    distinct_id: z.string().min(1),
    $insert_id: z.string().regex(/^[\w-]{1,36}$/),
  }),
});
const mixpanelProfile = z.strictObject({
  $token: z.literal(KEY),
  $distinct_id: z.string().min(1),
  $ip: z.string(),
  $set: z.record(z.string(), z.unknown()),
});
const mixpanel: TrackerContract = ({ path, body, query }) => {
  const schema = path === '/track' ? mixpanelEvent : path === '/engage' ? mixpanelProfile : z.never();
  const parsed = z.array(schema).min(1).max(2000).safeParse(body);
  if (query.get('verbose') !== '1') throw new Error('Answers 0 and 1 tell little');
  return { status: 200, body: parsed.success ? { status: 1 } : { status: 0, error: parsed.error.message } };
};

const posthog: TrackerContract = ({ path, body }) => {
  if (path !== '/batch/') throw new Error(path);
  const entry = z.strictObject({
    event: z.string().min(1),
    uuid: z.uuid().optional(),
    timestamp: z.iso.datetime(),
    properties: z.looseObject({ distinct_id: z.string().min(1) }),
  });
  z.strictObject({ api_key: z.literal(KEY), batch: z.array(entry).min(1) }).parse(body);
  return { status: 200, body: { status: 1 } };
};

const segment: TrackerContract = ({ path, body, headers }) => {
  if (path !== '/v1/batch') throw new Error(path);
  if (headers.authorization !== `Basic ${btoa(`${KEY}:`)}`) return { status: 401 };
  const common = { userId: z.string().min(1), messageId: z.string().max(100), timestamp: z.iso.datetime() };
  const record = z.record(z.string(), z.unknown());
  const call = z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('identify'), ...common, traits: record }),
    z.strictObject({ type: z.literal('page'), ...common, name: z.string(), properties: record }),
    z.strictObject({ type: z.literal('track'), ...common, event: z.string().min(1), properties: record }),
  ]);
  z.strictObject({ batch: z.array(call).min(1) }).parse(body);
  return { status: 200, body: { success: true } };
};

const userpilot: TrackerContract = ({ path, body, headers }) => {
  if (headers.authorization !== `Token ${KEY}`) return { status: 401 };
  if (headers['x-api-version'] !== '2020-09-22') throw new Error('No version');
  const common = { user_id: z.string().min(1), metadata: z.record(z.string(), z.unknown()) };
  if (path === '/v1/identify') z.strictObject(common).parse(body);
  else if (path === '/v1/track') z.strictObject({ ...common, event_name: z.string().min(1) }).parse(body);
  else throw new Error(path);
  return { status: 202 };
};

const matomo: TrackerContract = ({ path, body }) => {
  if (path !== '/matomo.php') throw new Error(path);
  const { requests } = z.strictObject({ requests: z.array(z.string().startsWith('?')).min(1) }).parse(body);
  const hit = z.strictObject({
    idsite: z.literal('7'),
    rec: z.literal('1'),
    apiv: z.literal('1'),
    url: z.url(),
    action_name: z.string().min(1),
    _id: z.string().regex(/^[\da-f]{16}$/),
    rand: z.string(),
    cdt: z.string().regex(/^\d{10}$/),
  });
  for (const request of requests) hit.parse(Object.fromEntries(new URLSearchParams(request)));
  return { status: 200, body: { status: 'success', tracked: requests.length, invalid: 0 } };
};

const googleAnalytics: TrackerContract = ({ path, body, query }) => {
  if (path !== '/mp/collect') throw new Error(path);
  if (query.get('measurement_id') !== 'G-1' || query.get('api_secret') !== KEY) throw new Error('No stream');
  const viewed = z.strictObject({
    name: z.literal('page_view'),
    timestamp_micros: z.number().int().min(1e15),
    params: z.strictObject({
      page_location: z.url(),
      session_id: z.string().regex(/^\d+$/),
      engagement_time_msec: z.number().int(),
    }),
  });
  const refused = z.literal('DENIED');
  z.strictObject({
    client_id: z.string().min(1),
    user_id: z.string().min(1),
    consent: z.strictObject({ ad_user_data: refused, ad_personalization: refused }),
    events: z.array(viewed).min(1).max(25),
  }).parse(body);
  return { status: 204 };
};

type Make = (url: string) => EventTracker;
const SERVICES: readonly [string, TrackerContract, Make][] = [
  ['Mixpanel', mixpanel, (url) => createMixpanel({ url, key: KEY })],
  ['PostHog', posthog, (url) => createPostHog({ url, key: KEY, siteUrl: SITE })],
  ['Segment', segment, (url) => createSegment({ url, key: KEY, siteUrl: SITE })],
  ['Userpilot', userpilot, (url) => createUserpilot({ url, key: KEY })],
  ['Matomo', matomo, (url) => createMatomo({ url, site: '7', siteUrl: SITE })],
  [
    'Google Analytics',
    googleAnalytics,
    (url) => createGoogleAnalytics({ url, measurementId: 'G-1', apiSecret: KEY, siteUrl: SITE }),
  ],
];

describe.each(SERVICES)('the tracking service %s', (name, contract, make) => {
  it('receives requests in its published format, never with a person’s name or address', async () => {
    double = await startTrackerDouble(contract);
    const tracker = make(double.url);
    expect(tracker.name).toBe(name);
    await tracker.send(PERSON, [event(EVENTS.signedIn), page('/studio'), page('/')]);
    const sentText = JSON.stringify(double.taken.map(({ body }) => body));
    expect(double.taken.length).toBeGreaterThan(0);
    expect(sentText).toContain(name === 'Matomo' ? '_id=' : PERSON.userId);
    expect(sentText).not.toContain('@');
  });

  it.each([429, 503])('is sent the events again after the status %i', async (status) => {
    double = await startTrackerDouble(contract);
    double.failNext(status);
    await expect(make(double.url).send(PERSON, [page('/')])).rejects.toBeInstanceOf(TrackerBusyError);
    await make(double.url).send(PERSON, [page('/')]);
    expect(double.taken.length).toBeGreaterThan(0);
  });

  it('isn’t sent the events again after a refusal, and its key isn’t in the error', async () => {
    double = await startTrackerDouble(contract);
    double.failNext(403);
    const error = await make(double.url)
      .send(PERSON, [page('/')])
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TrackerRefusedError);
    expect(String(error)).not.toContain(KEY);
  });

  it('is sent the events again when it can’t be reached', async () => {
    double = await startTrackerDouble(contract);
    const tracker = make(double.url);
    await double.stop();
    await expect(tracker.send(PERSON, [page('/')])).rejects.toBeInstanceOf(TrackerBusyError);
  });
});

describe('sending events to tracking services', () => {
  it('describes a user who signs in before the user’s actions', async () => {
    double = await startTrackerDouble(mixpanel);
    await createMixpanel({ url: double.url, key: KEY }).send(PERSON, [event(EVENTS.signedUp)]);
    expect(double.taken.map(({ path }) => path)).toEqual(['/engage', '/track']);
    expect(double.taken[0]?.body).toMatchObject([{ $distinct_id: PERSON.userId, $set: TRAITS }]);
    expect(double.taken[1]?.body).toMatchObject([
      { event: 'signed_up', properties: { time: Date.parse(AT) } },
    ]);
  });

  it('treats Mixpanel’s answer of 200 with status 0 as a refusal', async () => {
    double = await startTrackerDouble(mixpanel);
    const wrong = createMixpanel({ url: double.url, key: 'another key' });
    await expect(wrong.send(PERSON, [page('/')])).rejects.toBeInstanceOf(TrackerRefusedError);
  });

  it('sends full page addresses, with PostHog’s own name for a page view', async () => {
    double = await startTrackerDouble(posthog);
    await createPostHog({ url: double.url, key: KEY, siteUrl: SITE }).send(PERSON, [page('/studio')]);
    expect(double.taken[0]?.body).toMatchObject({
      batch: [{ event: '$pageview', properties: { $current_url: `${SITE}/studio`, $geoip_disable: true } }],
    });
  });

  it('splits the events to fit Google Analytics’ limit', async () => {
    double = await startTrackerDouble(googleAnalytics);
    const options = { url: double.url, measurementId: 'G-1', apiSecret: KEY, siteUrl: SITE };
    const views = Array.from({ length: 26 }, (_, index) => page(`/${index}`));
    await createGoogleAnalytics(options).send(PERSON, views);
    expect(double.taken).toHaveLength(2);
  });
});
