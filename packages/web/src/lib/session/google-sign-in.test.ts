import { createHash } from 'node:crypto';
import { MESSAGES } from '@packshot/contract/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mock } from 'vitest';
import { stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import type { MemoryStorage } from '../../testing/browser-doubles.ts';
import { initialGlobalState, useGlobalState } from '../state/global-state.ts';
import { finishGoogleSignIn, readGoogleReturn, startGoogleSignIn } from './google-sign-in.ts';
import { setNavigator } from '../state/navigation.ts';

const GOOGLE = {
  client_id: 'our-client',
  authorization_url: 'https://accounts.example/o/oauth2/v2/auth',
  flow: 'implicit' as const,
};

let storage: MemoryStorage;
let opened: URL | null;
let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  opened = null;
  storage = stubBrowser();
  vi.stubGlobal('location', new URL('https://studio.example/sign-in'));
  vi.stubGlobal('open', (url: string) => {
    opened = new URL(url);
    return {};
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('signing in with Google', () => {
  it('sign-in uses the implicit flow, with the scopes openid, profile and email, in its own window', () => {
    startGoogleSignIn(GOOGLE);
    const departure = JSON.parse(storage.getItem('socialSignIn') ?? '') as { state: string };
    expect(Object.fromEntries(opened?.searchParams ?? [])).toEqual({
      client_id: 'our-client',
      redirect_uri: 'https://studio.example/sign-in',
      scope: 'openid profile email',
      state: departure.state,
      prompt: 'select_account',
      response_type: 'token',
    });
    expect(departure).toMatchObject({ isPopup: true });
    expect(departure.state).toMatch(/^[\w-]{43}$/);
  });

  it('sign-in uses the code flow with a challenge if the operator has chosen that flow', () => {
    startGoogleSignIn({ ...GOOGLE, flow: 'code' });
    const { verifier } = JSON.parse(storage.getItem('socialSignIn') ?? '') as { verifier: string };
    expect(Object.fromEntries(opened?.searchParams ?? [])).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    });
  });

  it.each([
    ['#state=s&access_token=t', 't'],
    ['?state=s&code=c', null],
    ['#state=s&error=access_denied', null],
  ])('sign-in recognizes the return from Google at an address with %s', (address, accessToken) => {
    vi.stubGlobal('location', new URL(address, 'https://studio.example/sign-in'));
    expect(readGoogleReturn()?.get('state')).toBe('s');
    expect(readGoogleReturn()?.get('access_token')).toBe(accessToken);
  });

  it.each(['#section', '?next=%2F', '#access_token=t'])(
    'an address with %s isn’t treated as a return from Google',
    (address) => {
      vi.stubGlobal('location', new URL(address, 'https://studio.example/sign-in'));
      expect(readGoogleReturn()).toBeNull();
    },
  );

  describe('in a popup', () => {
    const returned = new URLSearchParams({ state: 'ours', access_token: 't' });
    const depart = (departure: object) =>
      storage.setItem(
        'socialSignIn',
        JSON.stringify({ startedAtMs: Date.now(), verifier: '', ...departure }),
      );
    let closed: Mock<() => void>;
    beforeEach(() => {
      closed = vi.fn();
      vi.stubGlobal('close', closed);
      vi.useFakeTimers();
      useGlobalState.setState(initialGlobalState(), true);
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it.each([
      ['the server refuses', () => Response.json({ message: 'No.' }, { status: 403 }), 'No.'],
      ['no server answers', undefined, MESSAGES.serversBusy],
    ])(
      'the popup closes when %s, and leaves the message to the page that opened it',
      async (_what, answer, message) => {
        depart({ state: 'ours', isPopup: true });
        stubServer(answer ? { 'register-social': answer } : {});
        await finishGoogleSignIn(returned);
        await vi.runAllTimersAsync();
        expect(storage.getItem('loginFailure')).toBe(message);
        expect(closed).toHaveBeenCalledOnce();
        expect(useGlobalState.getState().showToast).toBe(false);
      },
    );

    it('no request is sent for a return that this browser never started, or started too long ago', async () => {
      const requests = stubServer({ 'register-social': () => Response.json({}) });
      setNavigator(() => undefined);
      const longAgoMs = Date.now() - 16 * 60_000;
      for (const departure of [
        { state: 'theirs', isPopup: true },
        { state: 'ours', isPopup: true, startedAtMs: longAgoMs },
      ]) {
        depart(departure);
        await finishGoogleSignIn(returned);
      }
      // Returning a second time with the same parameters fails, because the stored sign-in was used up.
      await finishGoogleSignIn(returned);
      expect(requests).toEqual([]);
      expect(useGlobalState.getState().toastMessage).toBe(MESSAGES.unableToVerify);
    });

    it('the popup closes when Google has refused', async () => {
      depart({ state: 'ours', isPopup: true });
      await finishGoogleSignIn(new URLSearchParams({ state: 'ours', error: 'access_denied' }));
      await vi.runAllTimersAsync();
      expect(storage.getItem('loginFailure')).toBe(MESSAGES.unableToVerify);
      expect(closed).toHaveBeenCalledOnce();
    });

    it('the opening page reports the failure once, with a toast, and goes home', () => {
      const visited: string[] = [];
      setNavigator((path) => visited.push(path));
      const tell = () => {
        storage.setItem('loginFailure', 'No.');
        page.dispatchEvent(Object.assign(new Event('storage'), { key: 'loginFailure' }));
      };
      // A page that hasn't opened a popup doesn't navigate.
      tell();
      expect(visited).toEqual([]);
      startGoogleSignIn(GOOGLE);
      tell();
      tell();
      expect(visited).toEqual(['/?tab=home']);
      expect(useGlobalState.getState()).toMatchObject({ toastType: 'error', toastMessage: 'No.' });
    });
  });
});
