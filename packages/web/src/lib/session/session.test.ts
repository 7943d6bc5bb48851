import { createHash } from 'node:crypto';
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guestSession, stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import type { MemoryStorage, SentRequest } from '../../testing/browser-doubles.ts';

/** Simulates a browser tab: a freshly loaded page over the storage and locks that all tabs share. */
async function openTab() {
  vi.resetModules();
  const [session, fetching, state, navigation] = await Promise.all([
    import('./session.ts'),
    import('../api/authorized-fetch.ts'),
    import('../state/global-state.ts'),
    import('../state/navigation.ts'),
  ]);
  const visited: string[] = [];
  navigation.setNavigator((path) => visited.push(path));
  return { ...session, ...fetching, state: state.useGlobalState, visited };
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const bearer = ({ headers }: SentRequest) => headers.get('authorization');
const requestsTo = (requests: readonly SentRequest[], part: string) =>
  requests.filter(({ url }) => url.includes(part));

let storage: MemoryStorage;
beforeEach(() => {
  storage = stubBrowser();
});
afterEach(() => vi.unstubAllGlobals());

describe('a guest session', () => {
  it('a guest session is started once when neither token exists, however many callers ask', async () => {
    const requests = stubServer({ 'guest-session': () => json({ data: guestSession() }) });
    const tab = await openTab();
    await Promise.all([tab.ensureSession(), tab.ensureSession(), tab.ensureSession()]);
    expect(requests).toHaveLength(1);
    expect(storage.getItem('token')).toBe('access-1');
    expect(storage.getItem('refresh_token')).toBe('refresh-1');
    expect(JSON.parse(storage.getItem('current_user') ?? '')).toMatchObject({ user: { is_guest: true } });
    expect(tab.state.getState().userLoggedIn).toBe(true);
  });

  it('a guest session is started by only one of two tabs that open at once', async () => {
    const requests = stubServer({ 'guest-session': () => json({ data: guestSession() }) });
    const tabs = [await openTab(), await openTab()];
    await Promise.all(tabs.map((tab) => tab.ensureSession()));
    expect(requests).toHaveLength(1);
    expect(tabs.map((tab) => tab.state.getState().userLoggedIn)).toEqual([true, true]);
  });

  it('a new guest session inherits the work of an expired guest, once', async () => {
    const moveStudioDatabase = vi.fn(async () => true);
    vi.doMock('../handover/studio-database.ts', () => ({ moveStudioDatabase }));
    stubServer({
      'guest-session': () => json({ data: guestSession() }),
      refresh: () => json({}, 401),
    });
    storage.setItem('refresh_token', 'expired');
    const before = { ...guestSession().info.user, id: '6f1c9c57-95d3-4a77-8a56-7a7d3a1f6a06' };
    storage.setItem('current_user', JSON.stringify({ user: before }));
    const tab = await openTab();
    await expect(tab.refreshSession(null)).rejects.toThrow(MESSAGES.sessionExpired);
    await tab.ensureSession();
    const now = guestSession().info.user.id;
    expect(moveStudioDatabase).toHaveBeenCalledExactlyOnceWith(before.id, now, 'left-behind');
    expect(storage.getItem('expiredGuest')).toBeNull();
    vi.doUnmock('../handover/studio-database.ts');
  });

  it('no guest session is started when there is a token', async () => {
    storage.setItem('refresh_token', 'kept');
    const requests = stubServer({});
    await (await openTab()).ensureSession();
    expect(requests).toHaveLength(0);
  });

  it('a guest session solves the captcha when the server asks for it', async () => {
    const puzzle = {
      algorithm: 'SHA-256',
      challenge: createHash('sha256').update('salt0').digest('hex'),
      maxnumber: 1,
      salt: 'salt',
      signature: 's',
    };
    const requests = stubServer({
      'guest-session': ({ headers }) =>
        headers.has('x-captcha') ? json({ data: guestSession() }) : json({ code: 'CAPTCHA_REQUIRED' }, 428),
      'captcha-challenge': () => json(puzzle),
    });
    const tab = await openTab();
    await tab.ensureSession();
    expect(requests.map(({ url }) => url.split('/').at(-2))).toEqual([
      'guest-session',
      'captcha-challenge',
      'guest-session',
    ]);
    expect(storage.getItem('token')).toBe('access-1');
  });

  it('a guest session fails with the busy message when the server doesn’t respond, and can be retried', async () => {
    stubServer({});
    const tab = await openTab();
    await expect(tab.ensureSession()).rejects.toMatchObject({ status: 0, message: MESSAGES.serversBusy });
    stubServer({ 'guest-session': () => json({ data: guestSession() }) });
    await tab.ensureSession();
    expect(storage.getItem('token')).toBe('access-1');
  });
});

describe('a 401 response', () => {
  beforeEach(() => {
    storage.setItem('token', 'old');
    storage.setItem('refresh_token', 'refresh-old');
  });

  const refreshAnswer = () => json({ access: 'new', refresh: 'refresh-new' });
  const isGuarded = (request: SentRequest) =>
    bearer(request) === 'Bearer new' ? json('ok') : json({ code: 'UNAUTHENTICATED' }, 401);

  it('a 401 refreshes once while the other calls wait, and all retry with the new token', async () => {
    const requests = stubServer({ '/refresh/': refreshAnswer, '/data': isGuarded });
    const tab = await openTab();
    const answers = await Promise.all([1, 2, 3, 4].map(() => tab.authorizedFetch('/data')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(requestsTo(requests, '/refresh/')).toHaveLength(1);
    expect(requestsTo(requests, '/refresh/')[0]?.init.body).toBe('{"refresh":"refresh-old"}');
    expect([storage.getItem('token'), storage.getItem('refresh_token')]).toEqual(['new', 'refresh-new']);
  });

  it('a 401 is refreshed by one of two tabs; the other takes over its tokens', async () => {
    const requests = stubServer({ '/refresh/': refreshAnswer, '/data': isGuarded });
    const tabs = [await openTab(), await openTab()];
    const answers = await Promise.all(tabs.map((tab) => tab.authorizedFetch('/data')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(requestsTo(requests, '/refresh/')).toHaveLength(1);
    expect(tabs.flatMap(({ visited }) => visited)).toEqual([]);
  });

  it('a 401 is refreshed once within a tab when the browser has no locks', async () => {
    storage = stubBrowser({ hasLocks: false });
    storage.setItem('token', 'old');
    storage.setItem('refresh_token', 'refresh-old');
    const requests = stubServer({ '/refresh/': refreshAnswer, '/data': isGuarded });
    const tab = await openTab();
    await Promise.all([tab.authorizedFetch('/data'), tab.authorizedFetch('/data')]);
    expect(requestsTo(requests, '/refresh/')).toHaveLength(1);
  });

  it('a 401 is retried at most twice', async () => {
    let issued = 0;
    const requests = stubServer({
      '/refresh/': () => json({ access: `a${(issued += 1)}`, refresh: `r${issued}` }),
      '/data': () => json({ code: 'UNAUTHENTICATED' }, 401),
    });
    const answer = await (await openTab()).authorizedFetch('/data');
    expect(answer.status).toBe(401);
    expect(requestsTo(requests, '/data').map(bearer)).toEqual(['Bearer old', 'Bearer a1', 'Bearer a2']);
  });

  it.each([
    ['a wrong password', { code: 'WRONG_CREDENTIALS' }],
    ['something that this server never sends', 'Who are you?'],
  ])('a 401 about %s is returned, without a token refresh or a retry', async (_what, body) => {
    const requests = stubServer({ '/refresh/': refreshAnswer, '/data': () => json(body, 401) });
    const answer = await (await openTab()).authorizedFetch('/data');
    expect(await answer.json()).toEqual(body);
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['any status but 200', () => json({ access: 'new', refresh: 'new' }, 201), MESSAGES.tokenRefreshFailed],
    ['a refusal', () => json({ code: 'SESSION_EXPIRED' }, 401), MESSAGES.tokenRefreshFailed],
    ['no access token', () => json({ refresh: 'new' }), MESSAGES.invalidTokenResponse],
    ['no refresh token', () => json({ access: 'new' }), MESSAGES.invalidTokenResponse],
    ['an answer that is not JSON', () => new Response('<html>'), MESSAGES.invalidTokenResponse],
  ])('a 401 ends the session when refreshing answers %s', async (_case, answer, reason) => {
    stubServer({ '/refresh/': answer, '/data': isGuarded });
    const tab = await openTab();
    const failure: unknown = await tab.authorizedFetch('/data').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'SESSION_EXPIRED', message: MESSAGES.sessionExpired });
    expect((failure as Error).cause).toMatchObject({ message: reason });
    expect([storage.getItem('token'), storage.getItem('refresh_token')]).toEqual([null, null]);
    expect(tab.visited).toEqual(['/']);
    expect(tab.state.getState()).toMatchObject({
      userLoggedIn: false,
      activeTab: 'home',
      showToast: true,
      toastType: 'error',
      toastMessage: 'Session expired. Please login again.',
    });
  });

  it('a 401 continues with the session of a user who signed in meanwhile', async () => {
    stubServer({
      '/refresh/': () => {
        storage.setItem('refresh_token', 'refresh-new');
        storage.setItem('token', 'new');
        return json({ code: 'SESSION_EXPIRED' }, 401);
      },
      '/data': isGuarded,
    });
    const tab = await openTab();
    expect((await tab.authorizedFetch('/data')).status).toBe(200);
    expect(storage.getItem('refresh_token')).toBe('refresh-new');
    expect(tab.visited).toEqual([]);
  });

  it('a 401 keeps the session when the refresh gets no answer', async () => {
    stubServer({ '/data': isGuarded });
    vi.stubGlobal('navigator', { onLine: false });
    const tab = await openTab();
    await expect(tab.authorizedFetch('/data')).rejects.toMatchObject({ message: OWN_MESSAGES.offline });
    expect(storage.getItem('refresh_token')).toBe('refresh-old');
    expect(tab.visited).toEqual([]);
  });
});
