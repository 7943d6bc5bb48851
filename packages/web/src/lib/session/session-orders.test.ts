import type { Session } from '@packshot/contract/accounts/session';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guestSession, stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import type { MemoryStorage, SentRequest } from '../../testing/browser-doubles.ts';

/** Simulates a browser tab: a freshly loaded page over the storage and locks that all tabs share. */
async function openTab() {
  vi.resetModules();
  vi.stubGlobal('location', new URL('https://studio.example/sign-in'));
  const [session, signIn, store, state, client, navigation] = await Promise.all([
    import('./session.ts'),
    import('./sign-in.ts'),
    import('./session-store.ts'),
    import('../state/global-state.ts'),
    import('../api/api-client.ts'),
    import('../state/navigation.ts'),
  ]);
  navigation.setNavigator(() => undefined);
  return { ...session, ...signIn, ...store, ...client, state: state.useGlobalState };
}

/** Creates an answer that the fake server sends only when the test releases it. */
function heldAnswer(answer: () => Response) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isAsked = false;
  return {
    handler: async () => {
      isAsked = true;
      await released;
      return answer();
    },
    waitUntilAsked: () => vi.waitFor(() => expect(isAsked).toBe(true)),
    release,
  };
}

const MEMBER_ID = '0f6f1f0a-4a4b-4f5e-8f38-9d4f6b9d8a11';
const guest = guestSession('guest-access', 'guest-refresh');
const member = (): Session => {
  const session = guestSession('member-access', 'member-refresh');
  const user = { ...session.info.user, id: MEMBER_ID, is_guest: false, name: 'Zoe' };
  return { ...session, info: { user }, gcp_user_identity: 'zoe', is_guest: false };
};
const guestAnswer = () => Response.json({ data: guest });
const memberAnswer = () => Response.json({ data: member() });

let storage: MemoryStorage;
const storedSession = () => ({
  tokens: [storage.getItem('token'), storage.getItem('refresh_token')],
  userId: (JSON.parse(storage.getItem('current_user') ?? '{}') as { user?: { id: string } }).user?.id,
  isGuestUser: storage.getItem('isGuestUser'),
  isGcpUser: storage.getItem('isGcpUser'),
});
const ZOE = {
  tokens: ['member-access', 'member-refresh'],
  userId: MEMBER_ID,
  isGuestUser: 'false',
  isGcpUser: 'true',
};
const NOBODY = { tokens: [null, null], userId: undefined, isGuestUser: null, isGcpUser: null };

afterEach(() => vi.unstubAllGlobals());

describe.each([{ hasLocks: true }, { hasLocks: false }])('the order of session answers (%o)', (options) => {
  beforeEach(() => {
    storage = stubBrowser(options);
  });

  /** Opens a page that starts a guest session as usual, and whose address signs a user in at the same time. */
  async function arrive(guestHandler: () => Promise<Response> | Response) {
    const requests = stubServer({
      'guest-session': guestHandler,
      'register-social': memberAnswer,
      logout: () => new Response(null, { status: 204 }),
    });
    const tab = await openTab();
    const exchange = async () =>
      tab.completeSignIn(
        await tab.request('registerSocial', { body: { provider: 'gcp', access_token: 'a'.repeat(43) } }),
      );
    return { tab, sent: requests, exchange };
  }

  it('the member stays signed in when the guest’s answer comes before the token exchange', async () => {
    const { tab, exchange, sent } = await arrive(guestAnswer);
    await tab.ensureSession();
    await exchange();
    expect(storedSession()).toEqual(ZOE);
    const social = sent.find(({ url }) => url.includes('social'));
    expect(social?.headers.get('authorization')).toBe('Bearer guest-access');
  });

  it('the member stays signed in when the guest’s answer comes during the token exchange', async () => {
    const heldMember = heldAnswer(memberAnswer);
    const heldGuest = heldAnswer(guestAnswer);
    stubServer({ 'guest-session': heldGuest.handler, 'register-social': heldMember.handler });
    const tab = await openTab();
    const starting = tab.ensureSession();
    const exchange = tab
      .request('registerSocial', { body: { provider: 'gcp', access_token: 'a'.repeat(43) } })
      .then((answer) => tab.completeSignIn(answer));
    await Promise.all([heldMember.waitUntilAsked(), heldGuest.waitUntilAsked()]);
    heldGuest.release();
    await starting;
    heldMember.release();
    await exchange;
    expect(storedSession()).toEqual(ZOE);
  });

  it('the member stays signed in when the guest’s answer comes after the token exchange, and the guest session ends', async () => {
    const pendingGuest = heldAnswer(guestAnswer);
    const { tab, exchange, sent } = await arrive(pendingGuest.handler);
    const starting = tab.ensureSession();
    await pendingGuest.waitUntilAsked();
    await exchange();
    pendingGuest.release();
    await starting;
    expect(storedSession()).toEqual(ZOE);
    expect(tab.state.getState().currentUser?.id).toBe(MEMBER_ID);
    const ended = sent.find(({ url }) => url.includes('logout'));
    expect(ended?.init.body).toBe('{"refresh":"guest-refresh"}');
  });

  it('a sign-in in another tab wins while this one waits for a guest session', async () => {
    const pendingGuest = heldAnswer(guestAnswer);
    const { tab, exchange } = await arrive(pendingGuest.handler);
    const other = await openTab();
    const starting = other.ensureSession();
    await pendingGuest.waitUntilAsked();
    await exchange();
    pendingGuest.release();
    await starting;
    expect(storedSession()).toEqual(ZOE);
    expect(tab).not.toBe(other);
  });

  describe('in a guest’s session', () => {
    let requests: SentRequest[];
    const refresh = heldAnswer;
    beforeEach(() => {
      storage.setItem('token', 'guest-access');
      storage.setItem('refresh_token', 'guest-refresh');
      storage.setItem('current_user', JSON.stringify({ user: guest.info.user }));
    });

    it.each([
      ['are exchanged', () => Response.json({ access: 'next', refresh: 'next-refresh' })],
      ['are refused', () => Response.json({ code: 'SESSION_EXPIRED' }, { status: 401 })],
    ])('the member stays signed in when the guest’s tokens %s meanwhile', async (_what, answer) => {
      const heldRefresh = refresh(answer);
      requests = stubServer({ '/refresh/': heldRefresh.handler });
      const tab = await openTab();
      const refreshing = tab.refreshSession('guest-access');
      await heldRefresh.waitUntilAsked();
      await tab.completeSignIn(memberAnswer());
      heldRefresh.release();
      expect(await refreshing).toBe('member-access');
      expect(storedSession()).toEqual(ZOE);
      expect(requests.filter(({ url }) => url.includes('/refresh/'))).toHaveLength(1);
      expect(tab.state.getState().showToast).toBe(false);
    });

    it('a sign-out during a token exchange leaves no session', async () => {
      const heldRefresh = refresh(() => Response.json({ access: 'next', refresh: 'next-refresh' }));
      stubServer({ '/refresh/': heldRefresh.handler });
      const tab = await openTab();
      const refreshing = tab.refreshSession('guest-access');
      await heldRefresh.waitUntilAsked();
      await tab.forgetSession();
      heldRefresh.release();
      await expect(refreshing).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
      expect(storedSession()).toEqual(NOBODY);
      // After the user signs out, the other tab shows no notice.
      expect(tab.state.getState().showToast).toBe(false);
    });

    it('late updates of the guest are dropped after the sign-in, and all updates after the sign-out', async () => {
      stubServer({});
      const tab = await openTab();
      const storeUserFrom = (session: Session) => tab.storeUser(tab.userOfSession(session));
      await tab.completeSignIn(memberAnswer());
      expect(await storeUserFrom(guest)).toBe(false);
      const asGuest = { ...member(), info: { user: { ...member().info.user, is_guest: true } } };
      expect(await storeUserFrom(asGuest)).toBe(false);
      expect(storedSession()).toEqual(ZOE);
      await tab.forgetSession();
      expect(await storeUserFrom(member())).toBe(false);
      expect(storedSession()).toEqual(NOBODY);
    });
  });
});
