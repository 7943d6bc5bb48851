import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guestSession, stubBrowser, stubServer } from '../testing/browser-doubles.ts';
import type { MemoryStorage, SentRequest } from '../testing/browser-doubles.ts';

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

interface Case {
  readonly host?: string;
  readonly email?: string | null;
  readonly consent?: string;
  readonly testMode?: boolean;
  readonly hasUser?: boolean;
}

/** What a page sends when one event happens on it. */
async function eventsOf({ host = 'studio.example', email = null, consent, testMode, hasUser = true }: Case) {
  vi.resetModules();
  vi.stubGlobal('location', { hostname: host });
  const { info, ...rest } = guestSession();
  if (hasUser) storage.setItem('current_user', JSON.stringify({ ...rest, user: { ...info.user, email } }));
  if (consent !== undefined) storage.setItem('trackingConsent', consent);
  if (testMode === true) storage.setItem('trackingTestMode', 'true');
  const sent = stubServer({
    'tracking-options': () =>
      Response.json({ hosts: ['studio.example'], internal_domains: ['one.example', 'two.example'] }),
    '/events/': () => new Response(null, { status: 204 }),
  });
  const { track, EVENTS } = await import('./analytics.ts');
  await track(EVENTS.pageViewed, { path: '/studio' });
  await vi.runAllTimersAsync();
  return sent.filter(({ url }) => url.includes('/events/')).map((request: SentRequest) => request.init.body);
}

describe('an event', () => {
  it('is sent to our own server, once the visitor has agreed', async () => {
    const [body] = await eventsOf({ consent: 'yes' });
    expect(JSON.parse(body as string)).toMatchObject({
      events: [{ name: 'page_viewed', properties: { path: '/studio' } }],
    });
  });

  it.each<[string, Case]>([
    ['before the visitor was asked', {}],
    ['after they said no', { consent: 'no' }],
    ['without a stored user', { consent: 'yes', hasUser: false }],
    ['on another host', { consent: 'yes', host: 'localhost' }],
    ['for a colleague', { consent: 'yes', email: 'ann@Two.example' }],
    ['without consent, in test mode too', { testMode: true }],
  ])('is not sent %s', async (_when, situation) => {
    expect(await eventsOf(situation)).toEqual([]);
  });

  it.each<[string, Case]>([
    ['on any host', { host: 'localhost' }],
    ['for a colleague', { email: 'ann@one.example' }],
  ])('is sent in test mode %s', async (_when, situation) => {
    expect(await eventsOf({ ...situation, consent: 'yes', testMode: true })).toHaveLength(1);
  });
});
