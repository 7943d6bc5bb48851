import { ENDPOINTS, MESSAGES, OWN_MESSAGES, POLL_INTERVAL_MS } from '@packshot/contract';
import type { EndpointName } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { DEFAULT_RATE_LIMITS, limitsOfEndpoint } from './rate-limits.ts';
import type { RateLimitName } from './rate-limits.ts';
import { asAnn, asBob, OBJECTS_PATH, pathTo, testApp } from '../../testing/http/test-app.ts';

const one = { max: 1, windowMs: 60_000 };
const details = { url: pathTo('getUserDetails'), headers: asAnn };

/** Endpoints without a rate limit, with the reason. */
const UNLIMITED: Partial<Record<EndpointName, string>> = {
  health: 'asked by load balancers; touches nothing',
  readiness: 'asked by load balancers; one statement',
  metrics: 'for this machine, or for holders of the token',
};
/**
 * Calls that cost a password hash, a mail, money, or a database row for an unauthenticated caller. Their limits are
 * stricter than the general ones.
 */
const STRICT: Partial<Record<EndpointName, RateLimitName>> = {
  createGuestSession: 'guestsPerAddress',
  register: 'accountCallsPerAddress',
  login: 'accountCallsPerAddress',
  registerSocial: 'accountCallsPerAddress',
  signUpFromMarketplace: 'accountCallsPerAddress',
  forgotPassword: 'accountCallsPerAddress',
  resetPassword: 'accountCallsPerAddress',
  verifyEmail: 'accountCallsPerAddress',
  registerDemo: 'accountCallsPerAddress',
};

describe('every endpoint', () => {
  const names = Object.keys(ENDPOINTS) as EndpointName[];

  it.each(names)('%s has a rate limit, or a documented reason for having none', (name) => {
    const { address, user } = limitsOfEndpoint(name);
    if (UNLIMITED[name] !== undefined) return expect([address, user]).toEqual([null, null]);
    expect(address).not.toBeNull();
    if (STRICT[name] !== undefined) expect(address).toBe(STRICT[name]);
    // Calls of signed-in users are also counted by user, from any address.
    if (ENDPOINTS[name].auth === 'bearer') expect(user).not.toBeNull();
  });

  it('has a strict limit if it writes without a sign-in, unless an unguessable secret protects it', () => {
    const guarded: readonly EndpointName[] = ['refreshSession', 'logout', 'receiveWebhook'];
    const open = names.filter(
      (name) => ENDPOINTS[name].method !== 'GET' && ENDPOINTS[name].auth !== 'bearer',
    );
    expect(open.toSorted()).toEqual([...Object.keys(STRICT), ...guarded].toSorted());
  });

  it('is refused past its limit, before anything else is checked', async () => {
    const none = { max: 0, windowMs: 60_000 };
    const rateLimits = Object.fromEntries(Object.keys(DEFAULT_RATE_LIMITS).map((name) => [name, none]));
    const { app } = testApp({ rateLimits });
    for (const name of names) {
      // Asks for JSON, because a browser that came from another site would be redirected to a page instead.
      const headers = { accept: 'application/json' };
      const { statusCode } = await app.inject({ method: ENDPOINTS[name].method, url: pathTo(name), headers });
      if (UNLIMITED[name] === undefined) expect(statusCode, name).toBe(429);
      else expect(statusCode, name).not.toBe(429);
    }
    await app.close();
  });
});

describe('a rate limit', () => {
  it('is reported in the standard error format, with a time to retry', async () => {
    const { app, log } = testApp({ rateLimits: { callsPerAddress: one } });
    expect((await app.inject(details)).statusCode).toBe(200);
    const answer = await app.inject(details);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toEqual({ code: 'TOO_MANY_REQUESTS', message: OWN_MESSAGES.tooManyRequests });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(answer.headers['x-request-id']).toBeDefined();
    expect(log()).toContain('"ip":"127.0.0.1"');
  });

  it('counts users separately from network addresses', async () => {
    const { app } = testApp({ rateLimits: { callsPerUser: one } });
    expect((await app.inject(details)).statusCode).toBe(200);
    expect((await app.inject({ ...details, headers: asBob })).statusCode).toBe(200);
    expect((await app.inject(details)).statusCode).toBe(429);
    const elsewhere = { ...details, remoteAddress: '203.0.113.9' };
    expect((await app.inject(elsewhere)).statusCode).toBe(429);
  });

  it('counts all endpoints that share it together, and the others separately', async () => {
    const { app } = testApp({ rateLimits: { callsPerAddress: one, guestsPerAddress: one } });
    await app.inject(details);
    expect((await app.inject({ url: pathTo('getDownloadCredits'), headers: asAnn })).statusCode).toBe(429);
    const guest = { method: 'POST' as const, url: pathTo('createGuestSession') };
    expect((await app.inject(guest)).statusCode).toBe(200);
    expect((await app.inject(guest)).statusCode).toBe(429);
    expect((await app.inject({ url: pathTo('health') })).statusCode).toBe(200);
  });

  it('also applies to refused tokens, so that tokens can’t be guessed', async () => {
    const { app } = testApp({ rateLimits: { callsPerAddress: one } });
    const guess = { ...details, headers: { authorization: 'Bearer guess' } };
    expect((await app.inject(guess)).json<{ message: string }>().message).toBe(MESSAGES.unableToVerify);
    expect((await app.inject(guess)).statusCode).toBe(429);
  });

  it('applies to uploads and reads of local objects', async () => {
    const { app } = testApp({ rateLimits: { uploadsPerAddress: one, objectReadsPerAddress: one } });
    const upload = { method: 'POST' as const, url: OBJECTS_PATH };
    const read = { url: `${OBJECTS_PATH}/u/1.png` };
    await app.inject(upload);
    await app.inject(read);
    expect((await app.inject(upload)).statusCode).toBe(429);
    expect((await app.inject(read)).statusCode).toBe(429);
  });

  it('leaves room for many tabs that poll many tasks', () => {
    const pollsPerTask = DEFAULT_RATE_LIMITS.pollsPerUser.windowMs / POLL_INTERVAL_MS;
    expect(DEFAULT_RATE_LIMITS.pollsPerUser.max / pollsPerTask).toBeGreaterThanOrEqual(200);
    expect(DEFAULT_RATE_LIMITS.pollsPerAddress.max / pollsPerTask).toBeGreaterThanOrEqual(2000);
  });

  it('can be switched off', async () => {
    const { app } = testApp({ rateLimits: null });
    const answers = await Promise.all(
      Array.from({ length: DEFAULT_RATE_LIMITS.guestsPerAddress.max + 1 }, () =>
        app.inject({ method: 'POST', url: pathTo('createGuestSession') }),
      ),
    );
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  });

  it('trusts the client address of a proxy only when configured to', async () => {
    const forwardedFrom = (ip: string) => ({ ...details, headers: { ...asAnn, 'x-forwarded-for': ip } });
    for (const [trustProxy, status] of [
      [false, 429],
      ['127.0.0.1', 200],
      [1, 200],
    ] as const) {
      const { app } = testApp({ trustProxy, rateLimits: { callsPerAddress: one } });
      await app.inject(forwardedFrom('203.0.113.1'));
      const second = await app.inject(forwardedFrom('203.0.113.2'));
      expect(second.statusCode, String(trustProxy)).toBe(status);
    }
  });
});
