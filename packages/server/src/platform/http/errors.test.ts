import { connect } from 'node:net';
import { API_MESSAGES, ENDPOINTS, errorBodySchema, ERRORS, MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import type { EndpointName } from '@packshot/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { DomainError } from '../domain-error.ts';
import { StorageFullError, StorageUnavailableError } from '../objects/object-store.ts';
import { asAnn, listen, pathTo, testApp } from '../../testing/http/test-app.ts';

const TASK_ID = '7f0c3a52-7a53-4d35-9f4c-1d2a3b4c5d6e';
const json = { 'content-type': 'application/json' };

describe('an error answer', () => {
  it('has the contract’s form, status and message, and the request’s ID', async () => {
    const { app, services } = testApp();
    services.files.downloadImage = async () => {
      throw new DomainError('NOT_FOUND');
    };
    const answer = await app.inject({
      method: 'POST',
      url: pathTo('downloadImage'),
      headers: { ...asAnn, ...json },
      payload: { key: 'u/other.png' },
    });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: 'NOT_FOUND', message: ERRORS.NOT_FOUND.message });
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('names the invalid fields, and repeats no sent value', async () => {
    const { app } = testApp();
    const secret = 'r'.repeat(600);
    const answer = await app.inject({
      method: 'POST',
      url: pathTo('refreshSession'),
      headers: json,
      payload: { refresh: secret },
    });
    expect(answer.statusCode).toBe(400);
    const body = errorBodySchema.parse(answer.json());
    expect(body.code).toBe('BAD_REQUEST');
    expect(body.detail).toEqual({ fields: [{ field: 'refresh', message: expect.any(String) }] });
    expect(answer.body).not.toContain(secret.slice(0, 20));
  });

  it.each([
    ['broken JSON', json, '{"refresh": "secret-value'],
    ['a list where an object belongs', json, '["secret-value"]'],
    ['brackets deeper than a stack', json, `{"refresh": ${'['.repeat(32_000)}${']'.repeat(32_000)}}`],
    ['a NUL', json, '{"refresh": "secret-value\\u0000"}'],
    ['half of a surrogate pair', json, '{"refresh": "secret-value\\ud800"}'],
    ['a NUL in a name', json, '{"refresh": "secret-value", "a\\u0000": 1}'],
    ['a key that would set the prototype', json, '{"__proto__": {"refresh": "secret-value"}}'],
    ['an unsupported media type', { 'content-type': 'text/plain' }, 'secret-value'],
    [
      'a form where JSON belongs',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'refresh=secret-value',
    ],
    ['an endless body', json, JSON.stringify({ refresh: 'secret-value'.repeat(10_000) })],
  ])('refuses %s as BAD_REQUEST', async (_what, headers, payload) => {
    const { app } = testApp();
    const answer = await app.inject({ method: 'POST', url: pathTo('refreshSession'), headers, payload });
    expect(answer.statusCode).toBe(400);
    expect(errorBodySchema.parse(answer.json()).code).toBe('BAD_REQUEST');
    expect(answer.body).not.toContain('secret-value');
  });

  it('isn’t sent for an empty JSON body where no body is needed', async () => {
    const { app } = testApp();
    const answer = await app.inject({ method: 'POST', url: pathTo('createGuestSession'), headers: json });
    expect(answer.statusCode).toBe(200);
  });

  it('reveals nothing about an unexpected error, which is logged with the request’s ID', async () => {
    const { app, services, log } = testApp();
    services.credits.freemiumCredits = async () => {
      throw new Error('column "pocket" does not exist');
    };
    const answer = await app.inject({ url: pathTo('getFreemiumCredits'), headers: asAnn });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ code: 'INTERNAL', message: OWN_MESSAGES.internal });
    const line = log()
      .split('\n')
      .find((text) => text.includes('pocket'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, requestId: answer.headers['x-request-id'] });
  });

  it('replaces an answer that doesn’t match its schema', async () => {
    const { app, services } = testApp();
    services.credits.downloadCredits = async () => ({ id: 'no uuid', download_credits: 1 });
    const answer = await app.inject({ url: pathTo('getDownloadCredits'), headers: asAnn });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ code: 'INTERNAL', message: OWN_MESSAGES.internal });
  });

  it.each([
    ['an unavailable database', new DomainError('SERVERS_BUSY'), 503, MESSAGES.serversBusy],
    ['an unavailable object store', new StorageUnavailableError(), 503, MESSAGES.serversBusy],
    ['too many jobs', new DomainError('TOO_MANY_JOBS'), 429, API_MESSAGES.tooManyJobs],
    ['a full disk', new StorageFullError(), 507, OWN_MESSAGES.storageFull],
  ])('has its own status and message for %s', async (_what, error, status, message) => {
    const { app, services } = testApp();
    services.generations.state = async () => {
      throw error;
    };
    const answer = await app.inject({
      url: pathTo('checkStatus'),
      query: { task_id: TASK_ID },
      headers: asAnn,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json<{ message: string }>().message).toBe(message);
    expect(answer.headers['retry-after']).toBe(status === 507 ? undefined : '5');
  });

  it.each([
    '/packshot/nothing/',
    '/api/nothing',
    '/functions/v1/nothing',
    '/users/x',
    '/objects',
    '/healthz/x',
  ])('is JSON for the unknown API path %s, even for a browser', async (url) => {
    const { app } = testApp();
    const answer = await app.inject({ url, headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: 'NOT_FOUND', message: ERRORS.NOT_FOUND.message });
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  it('has the same format for a malformed path', async () => {
    const { app } = testApp();
    const answer = await app.inject({ url: '/packshot/%zz/' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ code: string }>().code).toBe('BAD_REQUEST');
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  it('has the same format for a malformed HTTP request', async () => {
    const { app } = testApp();
    const address = new URL(await listen(app));
    const socket = connect(Number(address.port), address.hostname);
    socket.write('BREW /coffee\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    await app.close();
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toMatch(/\r\nx-request-id: [\w-]{36}\r\n/);
    expect(text.split('\r\n\r\n')[1]).toBe(
      JSON.stringify({ code: 'BAD_REQUEST', message: ERRORS.BAD_REQUEST.message }),
    );
  });
});

describe('authentication', () => {
  const bearerEndpoints = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
    (name) => ENDPOINTS[name].auth === 'bearer',
  );
  const credentials: [string, Record<string, string>][] = [
    ['no token', {}],
    ['an unknown token', { authorization: 'Bearer token-of-eve' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['a token with blanks', { authorization: 'Bearer a b' }],
    ['a token in a cookie', { cookie: 'token=token-of-ann' }],
  ];

  const { app: shared } = testApp();
  afterAll(() => shared.close());

  it.each(bearerEndpoints)('%s refuses callers without a valid token', async (name) => {
    for (const [what, headers] of credentials) {
      const answer = await shared.inject({ method: ENDPOINTS[name].method, url: pathTo(name), headers });
      expect(answer.statusCode, what).toBe(401);
      expect(answer.headers['www-authenticate'], what).toBe('Bearer realm="packshot"');
      expect(answer.json()).toEqual({ code: 'UNAUTHENTICATED', message: MESSAGES.unableToVerify });
    }
  });

  it('is checked before the body is read', async () => {
    const { app } = testApp();
    const answer = await app.inject({
      method: 'POST',
      url: pathTo('downloadImage'),
      headers: json,
      payload: '{broken',
    });
    expect(answer.statusCode).toBe(401);
  });

  it('distinguishes an expired session from a missing one', async () => {
    const { app, services } = testApp();
    services.sessions.refresh = async () => {
      throw new DomainError('SESSION_EXPIRED');
    };
    const answer = await app.inject({
      method: 'POST',
      url: pathTo('refreshSession'),
      headers: json,
      payload: { refresh: 'old' },
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json<{ message: string }>().message).toBe(MESSAGES.sessionExpired);
  });
});
