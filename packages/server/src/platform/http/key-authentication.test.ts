import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { DomainError } from '../domain-error.ts';
import { keyAuthenticator } from './key-authentication.ts';
import { testApp } from '../../testing/http/test-app.ts';

const SECRET = `pk_live_${'a'.repeat(36)}`;

/**
 * Creates an app whose routes need an API key: to read pictures, to write pictures, or any key. Each route responds
 * with the request's remaining headers.
 */
function appWithRoute() {
  const test = testApp();
  const authentications: { secret: string; ip: string }[] = [];
  test.services.apiKeys.authenticate = async (secret, { ip }) => {
    authentications.push({ secret, ip });
    if (secret !== SECRET) throw new DomainError('KEY_INVALID');
    const id = '7f0c3a52-7a53-4d35-9f4c-1d2a3b4c5d6e';
    const key = { id, mode: 'live', scopes: ['images:read'] } as const;
    return { userId: id, organizationId: id, familyId: id, role: 'member', key };
  };
  const answerHeaders = (request: FastifyRequest, reply: FastifyReply) => {
    request.log.info({ headers: request.headers }, 'a careless line');
    void reply.send({ headers: request.headers, key: request.caller?.key });
  };
  const { apiKeys } = test.services;
  test.app.get('/read', { onRequest: keyAuthenticator(apiKeys, 'images:read') }, answerHeaders);
  test.app.get('/write', { onRequest: keyAuthenticator(apiKeys, 'images:write') }, answerHeaders);
  test.app.get('/any', { onRequest: keyAuthenticator(apiKeys, undefined) }, answerHeaders);
  return { ...test, authentications };
}

const { app, authentications: authenticationCount, log } = appWithRoute();
afterAll(() => app.close());

describe('a call with an API key', () => {
  it.each([
    ['Authorization', { authorization: `Bearer ${SECRET}` }],
    ['X-Api-Key', { 'x-api-key': SECRET }],
    ['X-Api-Key first', { 'x-api-key': SECRET, authorization: 'Bearer something' }],
  ])('accepts the header %s, and hides it from later handlers and the log', async (_what, headers) => {
    authenticationCount.length = 0;
    const answer = await app.inject({ url: '/read', headers });
    expect(answer.statusCode).toBe(200);
    expect(authenticationCount).toEqual([{ secret: SECRET, ip: '127.0.0.1' }]);
    expect(answer.json()).toMatchObject({ key: { scopes: ['images:read'] } });
    for (const text of [answer.body, log()]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toMatch(/authorization|x-api-key/i);
    }
    expect(log()).toContain('a careless line');
  });

  it.each([
    ['no header', {}],
    ['an unknown key', { 'x-api-key': `pk_live_${'b'.repeat(36)}` }],
    ['an unsupported authentication scheme', { authorization: `Basic ${SECRET}` }],
    ['an endless header', { authorization: `Bearer ${'a'.repeat(8000)}` }],
  ])('is refused with %s', async (_what, headers) => {
    const answer = await app.inject({ url: '/read', headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'KEY_INVALID' });
    expect(answer.headers['www-authenticate']).toContain('Bearer');
    expect(log()).not.toContain('b'.repeat(36));
  });

  it('is refused if the key lacks the required scope', async () => {
    const headers = { 'x-api-key': SECRET };
    const refused = await app.inject({ url: '/write', headers });
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'KEY_SCOPE_MISSING' });
    expect((await app.inject({ url: '/any', headers })).statusCode).toBe(200);
  });
});
