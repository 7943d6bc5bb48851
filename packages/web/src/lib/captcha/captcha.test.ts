import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import { solveCaptcha } from './captcha.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a captcha', () => {
  it('the captcha is solved, whatever number is its solution', async () => {
    for (const number of [0, 4000, 9999]) {
      const salt = 'f00d?expires=1&';
      const challenge = createHash('sha256').update(`${salt}${number}`).digest('hex');
      const puzzle = { algorithm: 'SHA-256', challenge, maxnumber: 10_000, salt, signature: 'signed' };
      stubServer({ 'captcha-challenge': () => Response.json(puzzle) });
      const solution: unknown = JSON.parse(atob((await solveCaptcha()) ?? ''));
      expect(solution).toEqual({ algorithm: 'SHA-256', challenge, number, salt, signature: 'signed' });
    }
  });

  it('no captcha is solved when the server doesn’t require one', async () => {
    stubServer({ 'captcha-challenge': () => new Response('{}', { status: 404 }) });
    expect(await solveCaptcha()).toBeNull();
  });
});

describe('a third-party captcha', () => {
  const FRAME = { service: 'turnstile', frame_path: '/captcha', frame_height_px: 80 };
  const begin = async () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    vi.stubGlobal('location', { origin: 'https://studio.example' });
    stubBrowser();
    stubServer({ 'captcha-challenge': () => Response.json(FRAME) });
    const { useGlobalState } = await import('../state/global-state.ts');
    const solution = solveCaptcha().catch((error: unknown) => error);
    await vi.waitFor(() => expect(useGlobalState.getState().captchaFrame).toEqual(FRAME));
    const say = (data: unknown, origin = 'https://studio.example') =>
      page.dispatchEvent(new MessageEvent('message', { data, origin }));
    return { solution, say, isShown: () => useGlobalState.getState().captchaFrame !== null };
  };

  it('the captcha stays open until its frame sends a token', async () => {
    const { solution, say, isShown } = await begin();
    say({ source: 'packshot-captcha', token: 'forged' }, 'https://evil.example');
    say({ source: 'somebody', token: 'else' });
    say('nonsense');
    expect(isShown()).toBe(true);
    say({ source: 'packshot-captcha', token: 'right' });
    expect(await solution).toBe('right');
    expect(isShown()).toBe(false);
  });

  it.each(['fails', 'is closed'])('a captcha that %s counts as not solved', async (how) => {
    const { solution, say, isShown } = await begin();
    const { closeCaptchaFrame } = await import('./captcha-frame.ts');
    if (how === 'fails') say({ source: 'packshot-captcha' });
    else closeCaptchaFrame();
    expect(await solution).toMatchObject({ code: 'CAPTCHA_REQUIRED' });
    expect(isShown()).toBe(false);
  });
});
