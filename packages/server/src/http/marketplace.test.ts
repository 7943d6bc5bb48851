import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CurrentUser, Session } from '@packshot/contract';
import { importPKCS8, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarketplaceTokens } from '../gateways/marketplace-tokens.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { selfSignedCertificate } from '../testing/self-signed-certificate.ts';
import { startTestApi } from '../testing/test-api.ts';
import type { TestApi } from '../testing/test-api.ts';

const AUDIENCE = 'studio.example';
const clock = new ManualClock();

const [google, stranger] = [selfSignedCertificate(), selfSignedCertificate()];
const keys = createServer((_request, response) => response.end(JSON.stringify({ k1: google.certificate })));
let issuer: string;
let api: TestApi;
beforeAll(async () => {
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`;
  api = await startTestApi({ clock, marketplace: createMarketplaceTokens(issuer, AUDIENCE, clock) });
});
afterAll(async () => {
  await api.stop();
  keys.close();
});

interface TokenOptions {
  readonly audience?: string;
  readonly issuer?: string;
  readonly lifeS?: number;
  readonly keyId?: string;
  readonly privatePem?: string;
}
let tokensMade = 0;
async function tokenFor(identity: string, options: TokenOptions = {}): Promise<string> {
  const nowS = Math.floor(clock.now().getTime() / 1000);
  tokensMade += 1;
  return new SignJWT({ google: { user_identity: identity }, jti: String(tokensMade) })
    .setProtectedHeader({ alg: 'RS256', kid: options.keyId ?? 'k1' })
    .setSubject('procurement-account')
    .setIssuer(options.issuer ?? issuer)
    .setAudience(options.audience ?? AUDIENCE)
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + (options.lifeS ?? 300))
    .sign(await importPKCS8(options.privatePem ?? google.privatePem, 'RS256'));
}

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
    const answer = await arrive(await tokenFor('zoe'));
    expect(answer.statusCode).toBe(303);
    const secret = secretIn(answer.headers.location);
    const session = (await signIn(secret)).json<{ data: Session }>().data;
    expect(session).toMatchObject({
      is_guest: false,
      organization_detail: { subscription_type: 'GCP Free plan' },
      info: { user: { company_name: 'Google Cloud Marketplace', email: null } },
    });
    expect(await api.balance(session.access)).toEqual({ generations: 20, downloads: 5 });
    const user = await api.data<CurrentUser>('getUserDetails', { access: session.access });
    expect(user.gcp_user_identity).toBe('zoe');
    expect((await signIn(secret)).statusCode).toBe(403);

    const again = await arrive(await tokenFor('zoe'));
    const later = (await signIn(secretIn(again.headers.location))).json<{ data: Session }>().data;
    expect(later.info.user.id).toBe(session.info.user.id);
    expect(await api.balance(later.access)).toEqual({ generations: 20, downloads: 5 });
  });

  it('uses a token once, all at once too', async () => {
    const token = await tokenFor('max');
    const answers = await Promise.all([arrive(token), arrive(token), arrive(token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 403, 403]);
  });

  it.each([
    ['another audience', { audience: 'elsewhere.example' }],
    ['another issuer', { issuer: 'https://evil.example' }],
    ['no time left', { lifeS: -1 }],
    ['an unknown key', { keyId: 'k2' }],
    ['somebody else’s key', { privatePem: stranger.privatePem }],
  ] as const)('is refused with %s', async (_what, options) => {
    expect((await arrive(await tokenFor('eve', options))).statusCode).toBe(403);
  });

  it('is refused with a link that has expired', async () => {
    const answer = await arrive(await tokenFor('late'));
    clock.advance(301);
    expect((await signIn(secretIn(answer.headers.location))).statusCode).toBe(403);
  });
});
