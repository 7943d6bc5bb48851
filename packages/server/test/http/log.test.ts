import { describe, expect, it } from 'vitest';
import { asAnn, pathTo, testApp } from '../../src/testing/http/test-app.ts';

const CANARY = 'canary-7d1f';

describe('the log', () => {
  it('never contains tokens, signatures, policies, bodies or signed addresses', async () => {
    const { app, services, stored, log } = testApp();
    stored.set('u/1.png', Buffer.from('x'));
    services.sessions.refresh = async () => {
      throw new Error(`Failed query: select 1\nparams: ${CANARY}\n second line ${CANARY}`, {
        cause: new Error(`GET /objects/a?signature=${CANARY} with Bearer ${CANARY}`),
      });
    };
    await app.inject({ url: pathTo('getUserDetails'), headers: { authorization: `Bearer ${CANARY}` } });
    await app.inject({
      method: 'POST',
      url: pathTo('refreshSession'),
      headers: { 'content-type': 'application/json' },
      payload: { refresh: CANARY },
    });
    // Sends a multipart form, because its parser logs the request's headers at the lowest level.
    const formHeaders = { 'content-type': `multipart/form-data; boundary=x` };
    await app.inject({ method: 'POST', url: pathTo('cut-out'), headers: { ...asAnn, ...formHeaders } });
    await app.inject({ url: `/objects/u/1.png?signature=${CANARY}&expires=1` });
    await app.inject({ url: `/reset-password/${CANARY}`, headers: { accept: 'text/html' } });
    await app.inject({ url: `/${CANARY}?token=${CANARY}` });
    await app.inject({ url: `/packshot/%zz?token=${CANARY}` });
    const boundary = 'b0undary';
    await app.inject({
      method: 'POST',
      url: '/objects',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `--${boundary}\r\nContent-Disposition: form-data; name="policy"\r\n\r\n${CANARY}\r\n--${boundary}--\r\n`,
    });
    await app.inject({
      method: 'POST',
      url: pathTo('downloadImage'),
      headers: { ...asAnn, 'content-type': 'application/json' },
      payload: `{"key": "${CANARY}`,
    });
    const text = log();
    expect(text).toContain('"route":"/users/api/v3/login/refresh/"');
    expect(text).toContain('Failed query');
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain('token-of-ann');
  });

  it('states caller, route, status and duration of each request', async () => {
    const { app, log } = testApp();
    const answer = await app.inject({ url: pathTo('getUserDetails'), headers: asAnn });
    const line = log()
      .split('\n')
      .filter(Boolean)
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .find((entry) => entry['msg'] === 'request');
    expect(line).toMatchObject({
      method: 'GET',
      route: pathTo('getUserDetails'),
      status: 200,
      requestId: answer.headers['x-request-id'],
      userId: expect.any(String),
      durationMs: expect.any(Number),
    });
  });
});
