import { describe, expect, it } from 'vitest';
import { asAnn, pathTo, testApp } from '../../src/testing/http/test-app.ts';

const PAGE = { url: '/api/docs' };

describe('the security header set', () => {
  it('allows only our own scripts, and no framing', async () => {
    const { headers } = await testApp().app.inject(PAGE);
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain('trusted-types default');
    expect(
      policy.find((directive) => /unsafe-eval|script-src.*unsafe-inline|upgrade-insecure/.test(directive)),
    ).toBeUndefined();
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('allows nothing in an answer with data, which isn’t a page', async () => {
    const { headers } = await testApp().app.inject({ url: pathTo('health') });
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  it('is sent with an error too', async () => {
    const { headers } = await testApp().app.inject({ url: pathTo('getUserDetails') });
    expect(headers['content-security-policy']).toBeDefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('allows the bucket that browsers connect to', async () => {
    const { app } = testApp({ bucketOrigin: 'https://bucket.example' });
    const policy = String((await app.inject(PAGE)).headers['content-security-policy']);
    expect(policy).toContain("img-src 'self' blob: data: https://bucket.example");
    expect(policy).toContain("connect-src 'self' blob: data: https://bucket.example");
  });

  it('requires browsers to use HTTPS only on an HTTPS site', async () => {
    expect((await testApp().app.inject(PAGE)).headers['strict-transport-security']).toBeUndefined();
    const { app } = testApp({ publicUrl: 'https://packshot.example' });
    expect((await app.inject(PAGE)).headers['strict-transport-security']).toContain('max-age=');
  });
});

describe('a page of another origin', () => {
  const origin = 'https://shop.example';
  const preflight = {
    method: 'OPTIONS' as const,
    url: pathTo('downloadImage'),
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  };

  it('can’t read any response by default', async () => {
    const { app } = testApp();
    const answer = await app.inject({ url: pathTo('getUserDetails'), headers: { ...asAnn, origin } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect((await app.inject(preflight)).statusCode).toBe(404);
  });

  it('can read responses when its origin is listed exactly, without credentials', async () => {
    const { app } = testApp({ corsOrigins: [origin] });
    const allowed = await app.inject(preflight);
    expect(allowed.statusCode).toBe(204);
    expect(allowed.headers['access-control-allow-origin']).toBe(origin);
    expect(allowed.headers['access-control-allow-credentials']).toBeUndefined();
    for (const other of ['https://shop.example.evil.example', 'http://shop.example', 'null']) {
      const answer = await app.inject({
        url: pathTo('getUserDetails'),
        headers: { ...asAnn, origin: other },
      });
      expect(answer.headers['access-control-allow-origin'], other).not.toBe(other);
      expect(answer.headers['access-control-allow-origin'], other).not.toBe('*');
    }
  });
});
