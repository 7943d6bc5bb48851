import { ERRORS } from '@packshot/contract';
import type { Session } from '@packshot/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignUpPolicy } from '../../src/platform/config/sign-up-config.ts';
import { readSignUp } from '../../src/platform/config/sign-up-config.ts';
import type { Identity } from '../../src/platform/identity/identity-provider.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';

const parsePolicy = (value: string): SignUpPolicy => {
  const policy = readSignUp(value);
  if (policy === null) throw new Error(`${value} is no policy`);
  return policy;
};

let person: Identity = { subject: '1', email: 'ann@shop.example', firstName: 'Ann', lastName: 'Lee' };
let api: TestApi;
const startWith = async (policy: string): Promise<void> => {
  api = await startTestApi({
    signUp: parsePolicy(policy),
    google: {
      options: { client_id: 'us', authorization_url: 'https://google.example', flow: 'implicit' },
      identify: async () => person,
    },
    marketplace: {
      verify: async () => ({ userIdentity: 'somebody', expiresAt: new Date(Date.now() + 60_000) }),
    },
  });
};

let people = 0;
const register = async (email: string, access?: string) => {
  people += 1;
  return api.send('register', {
    body: { email, password: 'rightpass1', first_name: 'Ann', last_name: 'Lee' },
    ip: `198.51.100.${people}`,
    ...(access !== undefined && { access }),
  });
};
const byGoogle = (email: string) => {
  people += 1;
  person = { subject: `google-${people}`, email, firstName: 'Ann', lastName: 'Lee' };
  return api.send('registerSocial', { body: { provider: 'google', access_token: 'token' } });
};
const readCode = (answer: LightMyRequestResponse): string => answer.json<{ code: string }>().code;
const tokenIn = (text: string | undefined, purpose: string): string =>
  new RegExp(`#${purpose}=([\\w-]{43})`).exec(text ?? '')?.[1] ?? '';

describe('SIGN_UP=closed', () => {
  beforeAll(() => startWith('closed'));
  afterAll(() => api.stop());

  it('refuses every way to create an account, with an explanation', async () => {
    const guest = await api.guest();
    const refused = await register('ann@shop.example', guest.access);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'SIGN_UP_CLOSED', message: ERRORS.SIGN_UP_CLOSED.message },
    ]);
    expect(readCode(await register('bob@shop.example'))).toBe('SIGN_UP_CLOSED');
    expect(readCode(await byGoogle('ann@shop.example'))).toBe('SIGN_UP_CLOSED');
    const arrived = await api.app.inject({
      method: 'POST',
      url: '/marketplace/authorization/api/v1/gcp/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'x-gcp-marketplace-token=token',
    });
    expect(arrived.headers.location ?? '').not.toContain('#marketplace=');
    const { rows } = await api.services.pool.query('select 1 from users where not is_guest');
    expect(rows).toEqual([]);
  });
});

describe('SIGN_UP=invited', () => {
  beforeAll(() => startWith('invited'));
  afterAll(() => api.stop());

  it('accepts invited addresses, whose users stay guests until they open the link', async () => {
    const { userId } = await api.services.newGuest();
    await api.services.database.stores.accounts.updateUser(userId, {
      email: 'host@shop.example',
      isGuest: false,
      emailVerifiedAt: new Date(),
    });
    await api.services.database.stores.organizations.setRole(userId, 'owner');
    const account = await api.services.database.stores.accounts.find(userId);
    const host = {
      userId,
      organizationId: account?.organization.id ?? '',
      familyId: '',
      role: 'owner',
    } as const;
    expect(readCode(await register('new@shop.example'))).toBe('SIGN_UP_BY_INVITATION');
    await api.services.organizations.invite(host, 'New@shop.example', 'member');
    await api.deliverMails();
    const invitation = tokenIn(api.services.mails.at(-1)?.text, 'invitation');
    const registered = await register('new@shop.example');
    expect(registered.statusCode).toBe(200);
    const { access } = registered.json<{ data: Session }>().data;
    expect((await api.send('listApiKeys', { access })).statusCode).toBe(403);
    const joined = await api.data<Session>('acceptInvitation', { access, body: { token: invitation } });
    expect((await api.send('listApiKeys', { access: joined.access })).statusCode).toBe(200);
    expect(readCode(await byGoogle('other@shop.example'))).toBe('SIGN_UP_BY_INVITATION');
  });
});

describe('SIGN_UP=domain:…', () => {
  beforeAll(() => startWith('domain:shop.example,Bücher.example'));
  afterAll(() => api.stop());

  it.each(['ann@shop.example', 'bob@SHOP.example', 'cid+tag@shop.example', 'dan@xn--bcher-kva.example'])(
    'accepts the address %s',
    async (email) => {
      expect((await register(email)).statusCode).toBe(200);
    },
  );

  it.each([
    'ann@shop.example.evil',
    'ann@sub.shop.example',
    'ann@evilshop.example',
    'ann@shop.example.',
    '"ann@shop.example"@evil.example',
    'ann@evil.example,bob@shop.example',
    'ann@evil.example(@shop.example',
    '<ann@evil.example>@shop.example',
    'ann@ѕhop.example',
  ])('refuses the address %s', async (email) => {
    const answer = await register(email);
    expect([400, 403]).toContain(answer.statusCode);
    expect((await byGoogle(email)).statusCode).toBe(403);
  });

  it('gives an account no more rights than a guest until its address is confirmed', async () => {
    const { access } = (await register('eve@shop.example')).json<{ data: Session }>().data;
    const recipes = () => api.send('listRecipes', { access });
    expect((await recipes()).statusCode).toBe(403);
    await api.deliverMails();
    const mail = api.services.mails.findLast(({ to }) => to === 'eve@shop.example');
    await api.send('verifyEmail', { body: { token: tokenIn(mail?.text, 'verify-email') } });
    expect((await recipes()).statusCode).toBe(200);
  });
});

describe('the setting SIGN_UP', () => {
  it.each(['', 'yes', 'domain:', 'domain:shop', 'domain:a b.example', 'domain:*.shop.example', 'Open'])(
    'refuses the value %j',
    (value) => {
      expect(readSignUp(value)).toBeNull();
    },
  );
});
