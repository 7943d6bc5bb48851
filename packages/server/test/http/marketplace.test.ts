import type { CurrentUser, Session } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarketplaceTokens } from '../../src/platform/identity/marketplace-tokens.ts';
import { ManualClock } from '../../src/testing/manual-clock.ts';
import { startMarketplaceDouble } from '../../src/testing/marketplace-double.ts';
import type { MarketplaceDouble } from '../../src/testing/marketplace-double.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';

const AUDIENCE = 'studio.example';
const clock = new ManualClock();

let marketplace: MarketplaceDouble;
let api: TestApi;
beforeAll(async () => {
  marketplace = await startMarketplaceDouble(AUDIENCE, clock);
  api = await startTestApi({
    clock,
    marketplace: createMarketplaceTokens(marketplace.issuer, AUDIENCE, clock),
  });
});
afterAll(async () => {
  await api.stop();
  await marketplace.stop();
});

/** Posts the sign-up form from the browser, as the marketplace's page does. */
const arrive = (token: string, accept = 'text/html,application/xhtml+xml,*/*;q=0.8') =>
  api.send('signUpFromMarketplace', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
    body: new URLSearchParams({ 'x-gcp-marketplace-token': token }).toString(),
  });
const REFUSED = '/?tab=home#sign-in-failed=NOT_VERIFIED';
const secretIn = (location: unknown): string =>
  /^\/sign-in#marketplace=([\w-]{43})$/.exec(String(location))?.[1] ?? '';
const signIn = (access_token: string) =>
  api.send('registerSocial', { body: { provider: 'gcp', access_token } });

describe('the marketplace’s signing key', () => {
  it('is fetched again when a token names a new key, but not for every invented key', async () => {
    expect((await arrive(await marketplace.tokenFor('kim'))).headers.location).toMatch(/^\/sign-in#/);
    clock.advance(300);
    marketplace.publish('k9');
    const withNewKey = await arrive(await marketplace.tokenFor('kim', { keyId: 'k9' }));
    expect(withNewKey.headers.location).toMatch(/^\/sign-in#/);
    const looks = marketplace.looks();
    for (const keyId of ['k3', 'constructor', '__proto__', 'hasOwnProperty'])
      expect((await arrive(await marketplace.tokenFor('kim', { keyId }))).headers.location).toBe(REFUSED);
    expect(marketplace.looks()).toBe(looks);
  });

  it('doesn’t make a token without a storable identity valid', async () => {
    expect((await arrive(await marketplace.tokenFor('ki\u0000m'))).headers.location).toBe(REFUSED);
  });
});

describe('a marketplace user', () => {
  it('gets an account on the free plan with its free credits once, and returns to it later', async () => {
    const answer = await arrive(await marketplace.tokenFor('zoe'));
    expect(answer.statusCode).toBe(303);
    const secret = secretIn(answer.headers.location);
    const session = (await signIn(secret)).json<{ data: Session }>().data;
    expect(session).toMatchObject({
      is_guest: false,
      gcp_user_identity: 'zoe',
      organization_detail: { subscription_type: 'GCP Free plan' },
      info: { user: { company_name: 'Google Cloud Marketplace', email: null } },
    });
    expect(await api.balance(session.access)).toEqual({ generations: 20, downloads: 5 });
    const user = await api.data<CurrentUser>('getUserDetails', { access: session.access });
    expect(user.gcp_user_identity).toBe('zoe');
    expect((await signIn(secret)).statusCode).toBe(403);

    const again = await arrive(await marketplace.tokenFor('zoe'));
    const later = (await signIn(secretIn(again.headers.location))).json<{ data: Session }>().data;
    expect(later.info.user.id).toBe(session.info.user.id);
    expect(await api.balance(later.access)).toEqual({ generations: 20, downloads: 5 });
  });

  it('can use a token only once, even in parallel', async () => {
    const token = await marketplace.tokenFor('max');
    const answers = await Promise.all([arrive(token), arrive(token), arrive(token)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
    const places = answers.map(({ headers }) => String(headers.location));
    expect(places.filter((place) => secretIn(place) !== '')).toHaveLength(1);
    expect(places.filter((place) => place === REFUSED)).toHaveLength(2);
  });

  it.each([
    ['a token for another audience', { audience: 'elsewhere.example' }],
    ['a token of another issuer', { issuer: 'https://evil.example' }],
    ['an expired token', { lifeS: -1 }],
    ['an unknown key', { keyId: 'k2' }],
    ['another user’s key', { isForged: true }],
  ] as const)('is redirected to the home page with the refusal for %s', async (_what, options) => {
    const token = await marketplace.tokenFor('eve', options);
    const answer = await arrive(token);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, REFUSED]);
    expect(answer.headers['content-type']).toBeUndefined();
    // A program that asks for JSON receives JSON.
    const json = await arrive(token, 'application/json');
    expect([json.statusCode, json.json<{ code: string }>().code]).toEqual([403, 'NOT_VERIFIED']);
  });

  it.each(['*/*', ''])('is redirected to the home page without a token, for Accept %j', async (accept) => {
    const answer = await api.send('signUpFromMarketplace', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
      body: '',
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/?tab=home#sign-in-failed=BAD_REQUEST',
    ]);
  });

  it('is refused with an expired link', async () => {
    const answer = await arrive(await marketplace.tokenFor('late'));
    clock.advance(301);
    expect((await signIn(secretIn(answer.headers.location))).statusCode).toBe(403);
  });
});

describe('the email address of a marketplace user', () => {
  const signUp = async (identity: string): Promise<Session> => {
    const answer = await arrive(await marketplace.tokenFor(identity));
    return (await signIn(secretIn(answer.headers.location))).json<{ data: Session }>().data;
  };
  const ask = async (access: string, email: string) =>
    (await api.send('setEmail', { access, body: { email } })).statusCode;
  const linkTo = async (email: string): Promise<string> => {
    await api.deliverMails();
    const mail = api.services.mails.findLast(({ to }) => to === email);
    return /verify-email=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  const open = (token: string) => api.send('verifyEmail', { body: { token } });

  it('is confirmed by the link, adds no further free credits, and allows setting a password', async () => {
    const { access, info } = await signUp('ada');
    const email = 'ada@shop.example';
    expect(await ask(access, email)).toBe(204);
    const before = await api.data<CurrentUser>('getUserDetails', { access });
    expect(before.user.email).toBeNull();
    expect((await open(await linkTo(email))).json()).toEqual({ email, granted: false });
    const user = await api.data<CurrentUser>('getUserDetails', { access });
    expect(user).toMatchObject({ user: { email }, is_email_verified: true, has_password: false });
    expect(await api.balance(access)).toEqual({ generations: 20, downloads: 5 });
    expect(await ask(access, 'other@shop.example')).toBe(409);

    await api.send('forgotPassword', { body: { email } });
    await api.deliverMails();
    const mail = api.services.mails.findLast(({ to }) => to === email);
    const token = /reset-password\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    await api.data('resetPassword', { body: { token, password: 'rightpass1' } });
    const session = await api.data<Session>('login', { body: { email, password: 'rightpass1' } });
    expect(session.info.user.id).toBe(info.user.id);
  });

  it('can’t be that of another account, neither when the mail is requested nor when the link is opened', async () => {
    const [bea, cem] = [await signUp('bea'), await signUp('cem')];
    const email = 'shared@shop.example';
    expect([await ask(bea.access, email), await ask(cem.access, email)]).toEqual([204, 204]);
    await api.deliverMails();
    const links = api.services.mails
      .filter(({ to }) => to === email)
      .map(({ text }) => /verify-email=([\w-]{43})/.exec(text)?.[1] ?? '');
    const answers = await Promise.all(links.map(open));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await ask((await signUp('dan')).access, email)).toBe(409);
  });

  it('is limited to five mails an hour', async () => {
    const { access } = await signUp('eli');
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) statuses.push(await ask(access, 'eli@shop.example'));
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  });
});
