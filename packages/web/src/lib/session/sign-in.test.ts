import { MESSAGES } from '@packshot/contract/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guestSession, stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import type { MemoryStorage } from '../../testing/browser-doubles.ts';

/** Loads the modules anew, like on a newly opened page. */
async function openPage(search = '') {
  vi.resetModules();
  vi.stubGlobal('location', new URL(`https://studio.example/sign-in${search}`));
  const closed = vi.fn();
  vi.stubGlobal('close', closed);
  const [signIn, state, navigation] = await Promise.all([
    import('./sign-in.ts'),
    import('../state/global-state.ts'),
    import('../state/navigation.ts'),
  ]);
  const visited: string[] = [];
  navigation.setNavigator((path) => visited.push(path));
  return { ...signIn, state: state.useGlobalState, visited, closed };
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const { access: _access, refresh: _refresh, ...withoutTokens } = guestSession();
const user = { ...withoutTokens, data: undefined };

let storage: MemoryStorage;
const tokens = () => [storage.getItem('token'), storage.getItem('refresh_token')];
beforeEach(() => {
  storage = stubBrowser();
});
afterEach(() => vi.unstubAllGlobals());

describe('the answer to a sign-in', () => {
  it('an answer with tokens and a user is stored, and leads to the studio', async () => {
    stubServer({});
    const page = await openPage();
    expect(await page.completeSignIn(json({ data: guestSession() }))).toBe(true);
    expect(tokens()).toEqual(['access-1', 'refresh-1']);
    expect(JSON.parse(storage.getItem('current_user') ?? '')).toMatchObject({
      user: { id: user.info.user.id },
      organization_detail: { name: 'Guest' },
      freemium_credits: 5,
      gcp_user_identity: null,
    });
    expect(JSON.parse(storage.getItem('role_detail') ?? '')).toEqual({ id: 1, name: 'guest' });
    expect([storage.getItem('isGuestUser'), storage.getItem('isGcpUser')]).toEqual(['true', 'false']);
    expect(page.state.getState()).toMatchObject({
      userLoggedIn: true,
      currentUser: { id: user.info.user.id },
    });
    expect(page.visited).toEqual(['/studio']);
  });

  it.each([
    [{ message: 'The message' }, 'The message'],
    [{ detail: 'The detail' }, 'The detail'],
    [{ error: 'The error' }, 'The error'],
  ])('a failed sign-in (%o) shows its message, and leads home', async (body, sentence) => {
    const page = await openPage();
    expect(await page.completeSignIn(json(body, 500))).toBe(false);
    expect(page.state.getState()).toMatchObject({ toastType: 'error', toastMessage: sentence });
    expect(page.visited).toEqual(['/?tab=home']);
    expect(tokens()).toEqual([null, null]);
  });

  it.each([{}, { data: {} }, { data: { access: '', refresh: null } }, 'nonsense'])(
    'an answer without any token (%o) starts no session',
    async (body) => {
      const page = await openPage();
      expect(await page.completeSignIn(json(body))).toBe(false);
      expect(page.state.getState().toastMessage).toBe(MESSAGES.unableToVerify);
      expect(page.visited).toEqual(['/?tab=home']);
    },
  );

  it('an answer with only a refresh token starts a session with it', async () => {
    stubServer({});
    const page = await openPage();
    await page.completeSignIn(json({ data: { ...withoutTokens, refresh: 'only' } }));
    expect(tokens()).toEqual([null, 'only']);
    expect(page.visited).toEqual(['/studio']);
  });

  it('an answer without a user refreshes the tokens, and fetches the user', async () => {
    const details = {
      user: user.info.user,
      organization_detail: user.organization_detail,
      role_detail: user.role,
      user_pilot_id: 'pilot',
      freemium_credits: 5,
      gcp_user_identity: null,
      is_email_verified: true,
      has_password: true,
      signs_pictures: true,
      language: 'en',
    };
    stubServer({
      '/refresh/': () => json({ access: 'new', refresh: 'refresh-new' }),
      'user-details': () => json({ data: details }),
    });
    const page = await openPage();
    expect(await page.completeSignIn(json({ data: { access: 'old', refresh: 'refresh-old' } }))).toBe(true);
    expect(tokens()).toEqual(['new', 'refresh-new']);
    expect(page.state.getState().currentUser?.id).toBe(user.info.user.id);
    expect(page.visited).toEqual(['/studio']);
  });

  it('an answer without a user signs the user out when the token refresh fails', async () => {
    stubServer({ '/refresh/': () => json({}, 401) });
    const page = await openPage();
    expect(await page.completeSignIn(json({ data: { access: 'old', refresh: 'refresh-old' } }))).toBe(false);
    expect(tokens()).toEqual([null, null]);
    expect(storage.getItem('current_user')).toBeNull();
    expect(page.visited.at(-1)).toBe('/?tab=home');
    expect(page.state.getState()).toMatchObject({ userLoggedIn: false, toastType: 'error' });
  });

  it('a marketplace user is stored with a marketplace flag', async () => {
    stubServer({});
    const page = await openPage();
    const session = guestSession();
    const member = { ...session.info.user, is_guest: false };
    await page.completeSignIn(
      json({ data: { ...session, info: { user: member }, gcp_user_identity: 'zoe' } }),
    );
    expect([storage.getItem('isGuestUser'), storage.getItem('isGcpUser')]).toEqual(['false', 'true']);
  });

  it('the balances are read after every sign-in', async () => {
    stubServer({
      'freemium-credits': () => json({ freemium_credits: 20 }),
      'download-credits': () => json({ id: user.info.user.id, download_credits: 4 }),
    });
    const page = await openPage();
    await page.completeSignIn(json({ data: guestSession() }));
    await vi.waitFor(() =>
      expect(page.state.getState()).toMatchObject({
        currentFreemiumCredits: 20,
        currentAvailableDownloadImageCount: 4,
        areCreditsKnown: true,
      }),
    );
    expect(storage.getItem('calledApiCredits')).toBe('true');
  });

  it('a sign-in resets the identity of analytics, then sets it: the guest’s events are not counted as the account’s', async () => {
    storage.setItem('trackingConsent', 'yes');
    storage.setItem('trackingTestMode', 'true');
    storage.setItem('token', 'guest');
    storage.setItem('current_user', JSON.stringify({ user: guestSession().info.user }));
    const requests = stubServer({
      'tracking-options': () => json({ hosts: [], internal_domains: [], recipients: [] }),
      '/events/': () => new Response(null, { status: 204 }),
    });
    const page = await openPage();
    const { track, EVENTS } = await import('../analytics/analytics.ts');
    await track(EVENTS.pageViewed);
    const session = guestSession();
    const member = { ...session.info.user, id: '0f6f1f0a-4a4b-4f5e-8f38-9d4f6b9d8a11', is_guest: false };
    await page.completeSignIn(json({ data: { ...session, info: { user: member } } }));
    const countEvents = () => requests.filter(({ url }) => url.includes('/events/'));
    await vi.waitFor(() => expect(countEvents()).toHaveLength(1), { timeout: 3000 });
    const { events } = JSON.parse(countEvents()[0]?.init.body as string) as { events: { name: string }[] };
    expect(events.map(({ name }) => name)).toEqual(['signed_in']);
  });

  it('a sign-in stores the device token, the newest of five first', async () => {
    stubServer({});
    const page = await openPage();
    const proof = (count: number) => `${String(count).padStart(22, '0')}.1795000000000.${'s'.repeat(43)}`;
    for (let count = 1; count <= 6; count += 1) {
      await page.completeSignIn(json({ data: { ...guestSession(), device_token: proof(count) } }));
    }
    const { readDeviceTokens } = await import('./known-device.ts');
    expect(readDeviceTokens()).toEqual([6, 5, 4, 3, 2].map(proof));
    storage.setItem('knownDevice', JSON.stringify(['nonsense', 5, proof(1)]));
    expect(readDeviceTokens()).toEqual([proof(1)]);
  });

  it.each([
    ['succeeds', 200, 'loginSuccess', 'true'],
    ['fails', 403, 'loginFailure', 'No.'],
  ])(
    'a sign-in in a popup that %s reports it, and closes the window after the delay',
    async (_what, status, key, value) => {
      vi.useFakeTimers();
      stubServer({});
      const page = await openPage();
      const answer = json({ data: guestSession(), message: 'No.' }, status);
      await page.completeSignIn(answer, { isPopup: true, popupDelayMs: 1500 });
      expect(storage.getItem(key)).toBe(value);
      await vi.advanceTimersByTimeAsync(1499);
      expect(page.closed).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(page.closed).toHaveBeenCalledOnce();
      expect(page.visited).toEqual([]);
      expect(page.state.getState().showToast).toBe(false);
      vi.useRealTimers();
    },
  );

  it.each([
    ['?next=%2F%3Ftab%3Dpricing%23plus', '/?tab=pricing#plus'],
    ['?next=%2Fstudio', '/studio'],
    ['?next=https%3A%2F%2Fevil.example', '/studio'],
    ['?next=%2F%2Fevil.example', '/studio'],
    ['?next=%2F%5Cevil.example', '/studio'],
    ['?next=%2F%09%2Fevil.example', '/studio'],
    ['?next=javascript%3Aalert(1)', '/studio'],
  ])('a sign-in at an address with %s leads to %s', async (search, path) => {
    stubServer({});
    const page = await openPage(search);
    await page.completeSignIn(json({ data: guestSession() }));
    expect(page.visited).toEqual([path]);
  });
});

describe('signing out', () => {
  it('signing out ends the session at the server and clears tokens, user and session storage', async () => {
    const session = new Map([['draft', 'x']]);
    vi.stubGlobal('sessionStorage', { clear: () => session.clear() });
    const requests = stubServer({ logout: () => new Response(null, { status: 204 }) });
    const page = await openPage();
    await page.completeSignIn(json({ data: guestSession() }));
    storage.setItem('activeTab', 'history');
    const { signOut } = await import('./sign-out.ts');
    const onDone = vi.fn();
    const reload = vi.fn();
    vi.stubGlobal('location', { reload, origin: 'https://studio.example' });
    await signOut({ onDone });
    expect(requests.find(({ url }) => url.includes('logout'))?.init.body).toBe('{"refresh":"refresh-1"}');
    expect(tokens()).toEqual([null, null]);
    expect(storage.getItem('current_user')).toBeNull();
    expect(session.size).toBe(0);
    expect(storage.getItem('activeTab')).toBe('home');
    expect(onDone).toHaveBeenCalledOnce();
    expect(reload).toHaveBeenCalledOnce();
    expect(page.state.getState()).toMatchObject({ userLoggedIn: false, currentUser: null });
  });

  it('signing out works without a connection, and without a reload when asked', async () => {
    vi.stubGlobal('sessionStorage', { clear: () => {} });
    stubServer({});
    const page = await openPage();
    await page.completeSignIn(json({ data: guestSession() }));
    const { signOut } = await import('./sign-out.ts');
    await signOut({ reload: false });
    expect(tokens()).toEqual([null, null]);
  });
});
