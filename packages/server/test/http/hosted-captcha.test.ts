import { CAPTCHA_HEADER, CAPTCHA_SERVICES } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHostedCaptcha } from '../../src/platform/captcha/hosted-captcha.ts';
import { CAPTCHA_SECRET, SITE_KEY, startSiteverifyDouble } from '../../src/testing/siteverify-double.ts';
import type { SiteverifyDouble } from '../../src/testing/siteverify-double.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { testApp } from '../../src/testing/http/test-app.ts';

const clock = { now: () => new Date() };
let double: SiteverifyDouble;
let api: TestApi;
beforeAll(async () => {
  double = await startSiteverifyDouble();
  const options = { service: 'turnstile', secret: CAPTCHA_SECRET, verifyUrl: double.verifyUrl } as const;
  api = await startTestApi({ captcha: createHostedCaptcha(options, clock) });
});
afterAll(async () => {
  await api.stop();
  await double.stop();
});
afterEach(() => double.setOutage(null));

const forgot = (token?: string) =>
  api.send('forgotPassword', {
    body: { email: 'ann@shop.example' },
    ...(token !== undefined && { headers: { [CAPTCHA_HEADER]: token } }),
    ip: '198.51.100.7',
  });

describe('a third-party captcha', () => {
  it('is shown in our own page', async () => {
    expect((await api.send('getCaptchaChallenge')).json()).toEqual({
      service: 'turnstile',
      frame_path: '/captcha',
      frame_height_px: 80,
    });
  });

  it('is required, and verified by the captcha service with the visitor’s address', async () => {
    expect((await forgot()).statusCode).toBe(428);
    const token = double.issue();
    expect((await forgot(token)).statusCode).toBe(204);
    expect(double.requests.at(-1)).toEqual({
      secret: CAPTCHA_SECRET,
      response: token,
      remoteip: '198.51.100.7',
    });
    expect((await forgot(token)).statusCode).toBe(428);
  });

  it('refuses a made-up or oversized token', async () => {
    expect((await forgot('made-up')).statusCode).toBe(428);
    const before = double.requests.length;
    expect((await forgot('x'.repeat(8193))).statusCode).toBe(428);
    expect(double.requests).toHaveLength(before);
  });

  it.each([500, 'nonsense'] as const)(
    'asks for a retry while the captcha service answers %s',
    async (outage) => {
      double.setOutage(outage);
      expect((await forgot(double.issue())).statusCode).toBe(503);
    },
  );

  it('reports a wrong secret as our own fault', async () => {
    const wrong = createHostedCaptcha(
      { service: 'hcaptcha', secret: 'wrong', verifyUrl: double.verifyUrl },
      clock,
    );
    await expect(wrong.verify(double.issue(), '198.51.100.7')).rejects.toMatchObject({
      code: 'SERVERS_BUSY',
    });
  });
});

describe('the page with the captcha widget', () => {
  it('exists only when configured', async () => {
    const answer = await testApp().app.inject({ url: '/captcha', headers: { accept: 'application/json' } });
    expect(answer.statusCode).toBe(404);
  });

  it.each(CAPTCHA_SERVICES)('allows only %s, and can be framed only by our pages', async (service) => {
    const scriptUrl = 'https://widget.example/api.js';
    const siteKey = `${SITE_KEY}"><script>`;
    const { app } = testApp({ captchaWidget: { service, siteKey, scriptUrl } });
    const { headers, body } = await app.inject({ url: '/captcha' });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy.find((part) => part.startsWith('script-src'))).toMatch(
      /^script-src 'self' https:\/\/widget\.example https:\/\/(challenges\.cloudflare\.com|hcaptcha\.com|www\.google\.com)/,
    );
    expect(policy.join(';')).not.toContain("script-src 'unsafe");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(body).toContain(scriptUrl);
    expect(body).not.toContain('"><script>');
    const script = await app.inject({ url: '/captcha/frame.js' });
    expect(script.headers['content-type']).toContain('text/javascript');
    // All pages other than the captcha's frame have the strict policy.
    const other = await app.inject({ url: '/api/docs' });
    expect(other.headers['content-security-policy']).toContain("script-src 'self';");
    expect(other.headers['x-frame-options']).toBe('DENY');
  });
});
