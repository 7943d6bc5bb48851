// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useGlobalState } from '../lib/state/global-state.ts';
import { stubServer } from '../testing/browser-doubles.ts';
import { keepBalancesCurrent } from './session-bootstrap.ts';

beforeEach(async () => {
  // Loads lazily imported modules first, because fake timers don't advance imports.
  await Promise.all([import('./start-session.ts'), import('../lib/session/user-info.ts')]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  localStorage.setItem('token', 'access');
  localStorage.setItem('refresh_token', 'refresh');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';

/** Advances the clock by minutes, and processes timers and answers meanwhile. */
async function pass(minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at += 1) {
    await vi.advanceTimersByTimeAsync(60_000);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

it('missing credit balances are requested again a few times, and as soon as the connection is back', async () => {
  let isOffline = true;
  const answer = (body: unknown): Response => {
    if (isOffline) throw new TypeError('offline');
    return Response.json(body);
  };
  const requests = stubServer({
    'download-credits': () => answer({ id: ID, download_credits: 2 }),
    '': () => answer({ freemium_credits: 4 }),
  });
  useGlobalState.setState({ areCreditsKnown: false, userLoggedIn: true });
  const stop = keepBalancesCurrent();
  await pass(10);
  const requestCount = requests.filter(({ url }) => url.includes('download-credits')).length;
  expect(requestCount).toBeGreaterThan(1);
  expect(requestCount).toBeLessThan(6);
  isOffline = false;
  await pass(10);
  expect(useGlobalState.getState().areCreditsKnown).toBe(false);
  dispatchEvent(new Event('online'));
  await pass(1);
  expect(useGlobalState.getState()).toMatchObject({ areCreditsKnown: true, currentFreemiumCredits: 4 });
  stop();
});

it('balances are read again when the visitor returns to the page after a while', async () => {
  let downloads = 2;
  const requests = stubServer({
    'download-credits': () => Response.json({ id: ID, download_credits: downloads }),
    '': () => Response.json({ freemium_credits: 4 }),
  });
  useGlobalState.setState({ areCreditsKnown: true, userLoggedIn: true });
  const stop = keepBalancesCurrent();
  const hidden = vi.spyOn(document, 'hidden', 'get');
  const show = (isHidden: boolean): void => {
    hidden.mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  show(true);
  show(false);
  await pass(1);
  expect(requests).toEqual([]);
  show(true);
  downloads = 1;
  await pass(1);
  show(false);
  await pass(1);
  expect(useGlobalState.getState().currentAvailableDownloadImageCount).toBe(1);
  stop();
  show(true);
  await pass(1);
  const requestCount = requests.length;
  show(false);
  await pass(1);
  expect(requests).toHaveLength(requestCount);
  hidden.mockRestore();
});
