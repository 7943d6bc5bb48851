import type { CurrentUser, Session } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarketplaceTokens } from '../gateways/marketplace-tokens.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { startMarketplaceDouble } from '../testing/marketplace-double.ts';
import type { MarketplaceDouble } from '../testing/marketplace-double.ts';
import { startTestApi } from '../testing/test-api.ts';
import type { TestApi } from '../testing/test-api.ts';

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

/** What the marketplace's page does: a form, posted by the browser. */
const arrive = (token: string) =>
  api.send('signUpFromMarketplace', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ 'x-gcp-marketplace-token': token }).toString(),
  });
const secretIn = (location: unknown): string =>
  /^\/sign-in#marketplace=([\w-]{43})$/.exec(String(location))?.[1] ?? '';
const signIn = (access_token: string) =>
  api.send('registerSocial', { body: { provider: 'gcp', access_token } });

describe('who comes by the marketplace', () => {
  it('gets an account of the free plan, its allowance once, and finds it again', async () => {
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

  it('uses a token once, all at once too', async () => {
    const token = await marketplace.tokenFor('max');
    const answers = await Promise.all([arrive(token), arrive(token), arrive(token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 403, 403]);
  });

  it.each([
    ['another audience', { audience: 'elsewhere.example' }],
    ['another issuer', { issuer: 'https://evil.example' }],
    ['no time left', { lifeS: -1 }],
    ['an unknown key', { keyId: 'k2' }],
    ['somebody else’s key', { isForged: true }],
  ] as const)('is refused with %s', async (_what, options) => {
    expect((await arrive(await marketplace.tokenFor('eve', options))).statusCode).toBe(403);
  });

  it('is refused with a link that has expired', async () => {
    const answer = await arrive(await marketplace.tokenFor('late'));
    clock.advance(301);
    expect((await signIn(secretIn(answer.headers.location))).statusCode).toBe(403);
  });
});
