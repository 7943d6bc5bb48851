import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guestSession, stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import type { MemoryStorage, SentRequest } from '../../testing/browser-doubles.ts';

let storage: MemoryStorage;
beforeEach(() => {
  vi.useFakeTimers();
  storage = stubBrowser();
  storage.setItem('token', 'access');
  storage.setItem('refresh_token', 'refresh');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface AnalyticsCase {
  readonly host?: string;
  readonly email?: string | null;
  readonly consent?: string;
  readonly testMode?: boolean;
  readonly hasUser?: boolean;
  readonly recipients?: string[];
}

/** Collects the events that a page sends after one event has happened. */
async function collectEvents({
  host = 'studio.example',
  email = null,
  consent,
  testMode,
  hasUser = true,
  recipients = [],
}: AnalyticsCase) {
  vi.resetModules();
  vi.stubGlobal('location', { hostname: host });
  const { info, ...rest } = guestSession();
  if (hasUser) storage.setItem('current_user', JSON.stringify({ ...rest, user: { ...info.user, email } }));
  if (consent !== undefined) storage.setItem('trackingConsent', consent);
  if (testMode === true) storage.setItem('trackingTestMode', 'true');
  const requests = stubServer({
    'tracking-options': () =>
      Response.json({
        hosts: ['studio.example'],
        internal_domains: ['one.example', 'two.example'],
        recipients,
      }),
    '/events/': () => new Response(null, { status: 204 }),
  });
  const { track, EVENTS } = await import('./analytics.ts');
  await track(EVENTS.pageViewed, { path: '/studio' });
  await vi.runAllTimersAsync();
  return requests
    .filter(({ url }) => url.includes('/events/'))
    .map((request: SentRequest) => request.init.body);
}

describe('an event', () => {
  it('an event is sent to our own server once the visitor has agreed', async () => {
    const [body] = await collectEvents({ consent: 'yes' });
    expect(JSON.parse(body as string)).toMatchObject({
      events: [{ name: 'page_viewed', properties: { path: '/studio' } }],
    });
  });

  it.each<[string, AnalyticsCase]>([
    ['before the visitor was asked', {}],
    ['after the visitor said no', { consent: 'no' }],
    ['without a stored user', { consent: 'yes', hasUser: false }],
    ['on another host', { consent: 'yes', host: 'localhost' }],
    ['for a colleague', { consent: 'yes', email: 'ann@Two.example' }],
    ['without consent, in test mode too', { testMode: true }],
    ['to a service that was not named when the visitor agreed', { consent: 'yes', recipients: ['Mixpanel'] }],
    ['to a further one', { consent: 'yes · Mixpanel', recipients: ['Mixpanel', 'Matomo'] }],
  ])('an event is not sent %s', async (_when, situation) => {
    expect(await collectEvents(situation)).toEqual([]);
  });

  it.each<[string, AnalyticsCase]>([
    ['on any host', { host: 'localhost' }],
    ['for a colleague', { email: 'ann@one.example' }],
  ])('an event is sent in test mode %s', async (_when, situation) => {
    expect(await collectEvents({ ...situation, consent: 'yes', testMode: true })).toHaveLength(1);
  });
});

describe('the consent question', () => {
  const open = async (host: string, recipients: string[]) => {
    vi.resetModules();
    vi.stubGlobal('location', { hostname: host });
    stubServer({
      'tracking-options': () =>
        Response.json({ hosts: ['studio.example'], internal_domains: [], recipients }),
    });
    return import('./analytics.ts');
  };

  it('the question isn’t asked where no events are counted', async () => {
    const { readConsentQuestion } = await open('localhost', []);
    expect(await readConsentQuestion()).toBeNull();
  });

  it('the question names the recipients, and is asked again when one is added', async () => {
    const first = await open('studio.example', ['Segment', 'Matomo']);
    const question = await first.readConsentQuestion();
    expect(question).toEqual({ recipients: ['Segment', 'Matomo'], answer: null });
    if (question) first.answerConsent(question, 'yes');
    expect((await first.readConsentQuestion())?.answer).toBe('yes');
    const reordered = await open('studio.example', ['Matomo', 'Segment']);
    expect((await reordered.readConsentQuestion())?.answer).toBe('yes');
    const more = await open('studio.example', ['Matomo', 'Segment', 'Userpilot']);
    expect((await more.readConsentQuestion())?.answer).toBeNull();
  });

  it('the question is not asked again after a no', async () => {
    const first = await open('studio.example', []);
    const question = await first.readConsentQuestion();
    if (question) first.answerConsent(question, 'no');
    const more = await open('studio.example', ['Userpilot']);
    expect((await more.readConsentQuestion())?.answer).toBe('no');
  });
});

describe('a sign-in', () => {
  it('a sign-in drops events of the previous identity that are still waiting', async () => {
    vi.resetModules();
    vi.stubGlobal('location', { hostname: 'studio.example' });
    const { info, ...rest } = guestSession();
    storage.setItem('current_user', JSON.stringify({ ...rest, user: info.user }));
    storage.setItem('trackingConsent', 'yes');
    const requests = stubServer({
      'tracking-options': () =>
        Response.json({ hosts: ['studio.example'], internal_domains: [], recipients: [] }),
      '/events/': () => new Response(null, { status: 204 }),
    });
    const { track, resetIdentity, setIdentity, EVENTS } = await import('./analytics.ts');
    await track(EVENTS.pageViewed);
    const lookedUp = track(EVENTS.thirdImageGenerated);
    resetIdentity();
    await lookedUp;
    // Between `resetIdentity` and `setIdentity` events belong to no user, so they aren't counted.
    await track(EVENTS.signedUp);
    setIdentity(info.user.id);
    await track(EVENTS.signedIn);
    await vi.runAllTimersAsync();
    const bodies = requests
      .filter(({ url }) => url.includes('/events/'))
      .map(({ init }) => init.body as string);
    expect(bodies).toHaveLength(1);
    const { events } = JSON.parse(bodies[0] ?? '') as { events: { name: string }[] };
    expect(events.map(({ name }) => name)).toEqual(['signed_in']);
  });
});
