import { createHash, randomBytes } from 'node:crypto';
import type { CurrentUser, Session, SignInOptions } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGoogleSignIn } from '../../src/platform/identity/google.ts';
import { startGoogleDouble } from '../../src/testing/google-double.ts';
import type { GoogleDouble, GooglePerson } from '../../src/testing/google-double.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';

const CLIENT = 'our-client';
const REDIRECT = 'https://studio.example/sign-in';
let google: GoogleDouble;
let api: TestApi;
beforeAll(async () => {
  google = await startGoogleDouble(CLIENT, 'secret');
  const options = { clientId: CLIENT, clientSecret: 'secret', flow: 'implicit' as const, ...google.urls };
  api = await startTestApi({ google: createGoogleSignIn(options) });
});
afterAll(async () => {
  await api.stop();
  await google.stop();
});
afterEach(async () => {
  expect(await brokenInvariants(api.services.pool)).toEqual([]);
});

let people = 0;
function person(changes: Partial<GooglePerson> = {}): GooglePerson {
  people += 1;
  return {
    sub: `google-${people}`,
    email: `g${people}@shop.example`,
    email_verified: true,
    given_name: 'Zoë',
    family_name: 'Li',
    ...changes,
  };
}
const signIn = (access_token: string, access?: string) =>
  api.send('registerSocial', {
    body: { provider: 'google', access_token },
    ...(access !== undefined && { access }),
  });
const openSession = async (access_token: string, access?: string) =>
  (await signIn(access_token, access)).json<{ data: Session }>().data;

describe('signing in with Google', () => {
  it('is offered with the settings that the browser needs', async () => {
    expect((await api.send('getSignInOptions')).json<SignInOptions>()).toEqual({
      google: { client_id: CLIENT, authorization_url: google.urls.authorizationUrl, flow: 'implicit' },
    });
  });

  it('turns the guest into an account with the free credits at once, and finds the account again later', async () => {
    const guest = await api.guest();
    const zoe = person();
    const session = await openSession(google.issue(zoe), guest.access);
    expect(session.info.user).toMatchObject({ id: guest.info.user.id, email: zoe.email, name: 'Zoë Li' });
    expect(await api.balance(session.access)).toEqual({ generations: 25, downloads: 7 });
    const elsewhere = await openSession(google.issue({ ...zoe, email: 'moved@shop.example' }));
    expect(elsewhere.info.user.id).toBe(guest.info.user.id);
    const user = await api.data<CurrentUser>('getUserDetails', { access: session.access });
    expect(user).toMatchObject({ is_email_verified: true, has_password: false });
    expect((await api.send('deleteAccount', { access: session.access, body: {} })).statusCode).toBe(204);
  });

  it('refuses tokens for other sites, expired and unknown tokens, and unconfirmed addresses', async () => {
    const tokens = [
      google.issue(person(), { clientId: 'another-site' }),
      google.issue(person(), { expiresInS: 0 }),
      google.issue(person({ email_verified: false })),
      'made-up',
    ];
    for (const token of tokens) {
      const answer = await signIn(token);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'NOT_VERIFIED' });
    }
  });

  it('links an account whose owner has confirmed the same address', async () => {
    const zoe = person();
    const form = { email: zoe.email, password: 'rightpass1', first_name: 'Zoë', last_name: 'Li' };
    const first = await api.data<Session>('register', { body: form });
    await api.services.pool.query('update users set email_verified_at = now() where email = $1', [zoe.email]);
    const session = await openSession(google.issue(zoe));
    expect(session.info.user.id).toBe(first.info.user.id);
    const login = { email: zoe.email, password: form.password };
    expect((await api.send('login', { body: login })).statusCode).toBe(200);
  });

  it('ends all earlier access to an account that was registered with an unconfirmed address', async () => {
    const zoe = person();
    const form = { email: zoe.email, password: 'attacker1', first_name: 'Not', last_name: 'Zoe' };
    const attacker = await api.data<Session>('register', { body: form });
    const session = await openSession(google.issue(zoe));
    expect(session.info.user.id).toBe(attacker.info.user.id);
    expect((await api.send('refreshSession', { body: { refresh: attacker.refresh } })).statusCode).toBe(401);
    const login = { email: form.email, password: form.password };
    expect((await api.send('login', { body: login })).statusCode).toBe(401);
  });

  it('creates one account from parallel tokens', async () => {
    const zoe = person();
    const sessions = await Promise.all(Array.from({ length: 5 }, () => openSession(google.issue(zoe))));
    expect(new Set(sessions.map(({ info }) => info.user.id)).size).toBe(1);
  });

  it('exchanges an authorization code with its verifier, once', async () => {
    google.signIn(person());
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: CLIENT,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'openid profile email',
      state: 's',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const consent = async () => {
      const answer = await fetch(`${google.urls.authorizationUrl}?${query.toString()}`, {
        redirect: 'manual',
      });
      return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
    };
    const exchange = async (code: string, code_verifier: string, redirect_uri = REDIRECT) =>
      (
        await api.send('registerSocial', {
          body: { provider: 'google', code, code_verifier, redirect_uri },
        })
      ).statusCode;
    const code = await consent();
    expect(await exchange(code, verifier)).toBe(200);
    expect(await exchange(code, verifier)).toBe(403);
    expect(await exchange(await consent(), randomBytes(32).toString('base64url'))).toBe(403);
    expect(await exchange(await consent(), verifier, 'https://evil.example/')).toBe(403);
  });
});
