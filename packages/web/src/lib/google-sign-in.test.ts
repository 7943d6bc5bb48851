import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubBrowser } from '../testing/browser-doubles.ts';
import type { MemoryStorage } from '../testing/browser-doubles.ts';
import { readGoogleReturn, startGoogleSignIn } from './google-sign-in.ts';

const GOOGLE = {
  client_id: 'our-client',
  authorization_url: 'https://accounts.example/o/oauth2/v2/auth',
  flow: 'implicit' as const,
};

let storage: MemoryStorage;
let opened: URL | null;
beforeEach(() => {
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
  it('uses the implicit flow, with the scopes openid, profile and email, in a window of its own', () => {
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

  it('uses a code and its challenge where the operator has chosen that', () => {
    startGoogleSignIn({ ...GOOGLE, flow: 'code' });
    expect(Object.fromEntries(opened?.searchParams ?? [])).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
  });

  it.each([
    ['#state=s&access_token=t', 't'],
    ['?state=s&code=c', null],
    ['#state=s&error=access_denied', null],
  ])('comes back by %s', (address, accessToken) => {
    vi.stubGlobal('location', new URL(address, 'https://studio.example/sign-in'));
    expect(readGoogleReturn()?.get('state')).toBe('s');
    expect(readGoogleReturn()?.get('access_token')).toBe(accessToken);
  });

  it.each(['#section', '?next=%2F', '#access_token=t'])('takes %s for no return', (address) => {
    vi.stubGlobal('location', new URL(address, 'https://studio.example/sign-in'));
    expect(readGoogleReturn()).toBeNull();
  });
});
