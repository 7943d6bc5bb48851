import type { SubscriptionDetails } from '@packshot/contract/billing/schemas';
import { STORAGE_KEYS } from './storage-keys.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guestSession, stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import type { MemoryStorage } from '../../testing/browser-doubles.ts';
import { refreshCredits, refreshFreemiumCredits, setDownloadCredits } from '../plans/credits.ts';
import { readCurrentUser } from '../session/current-user.ts';
import { generationsLeft, UNLIMITED, initialGlobalState, useGlobalState } from './global-state.ts';
import { offerPhoto, offerWork, onIncomingWork, takeIncomingWork } from '../handover/incoming-work.ts';
import { readStored, readStoredJson, removeStored, writeStored } from './storage.ts';
import { hideToast, showToast } from './toast.ts';

let storage: MemoryStorage;
beforeEach(() => {
  storage = stubBrowser();
  storage.setItem('token', 'access');
  useGlobalState.setState(initialGlobalState(), true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('storage', () => {
  it('storage uses the keys of earlier versions', () => {
    expect(STORAGE_KEYS).toMatchObject({
      accessToken: 'token',
      refreshToken: 'refresh_token',
      currentUser: 'current_user',
      calledApiCredits: 'calledApiCredits',
      roleDetail: 'role_detail',
      isGuestUser: 'isGuestUser',
      isGcpUser: 'isGcpUser',
    });
  });

  it('storage returns and removes a written value', () => {
    writeStored(STORAGE_KEYS.theme, 'dark');
    expect([storage.getItem('theme'), readStored(STORAGE_KEYS.theme)]).toEqual(['dark', 'dark']);
    removeStored(STORAGE_KEYS.theme);
    expect(readStored(STORAGE_KEYS.theme)).toBeNull();
  });

  it('values last as long as the page when storage is blocked or full', () => {
    vi.stubGlobal('localStorage', undefined);
    writeStored(STORAGE_KEYS.theme, 'dark');
    expect(readStored(STORAGE_KEYS.theme)).toBe('dark');
    removeStored(STORAGE_KEYS.theme);
    expect(readStored(STORAGE_KEYS.theme)).toBeNull();

    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    writeStored(STORAGE_KEYS.theme, 'light');
    expect(readStored(STORAGE_KEYS.theme)).toBe('light');
    removeStored(STORAGE_KEYS.theme);
  });

  it('truncated JSON counts as missing', () => {
    writeStored(STORAGE_KEYS.currentUser, '{"user":');
    expect(readStoredJson(STORAGE_KEYS.currentUser)).toBeNull();
    expect(readCurrentUser()).toBeNull();
    writeStored(STORAGE_KEYS.currentUser, JSON.stringify({ user: guestSession().info.user }));
    expect(readCurrentUser()).toMatchObject({ is_guest: true, email: null });
  });
});

describe('the global state', () => {
  it('the state starts with two balances at 0', () => {
    expect(useGlobalState.getState()).toMatchObject({
      pageLoader: false,
      showToast: false,
      toastMessage: '',
      toastType: 'success',
      userLoggedIn: true,
      fetchUserInfoAgain: false,
      subscriptionDetails: null,
      subscriptionPrices: [],
      activeTab: 'home',
      loadCreatePageAgain: false,
      reImagine: false,
      reImagineText: '',
      finalImageRedux: null,
      generationCancelled: false,
      currentPromptValue: '',
      currentFreemiumCredits: 0,
      currentAvailableDownloadImageCount: 0,
    });
  });

  it('the state starts with the stored tab, or at home when it is invalid', () => {
    storage.setItem('activeTab', 'pricing');
    expect(initialGlobalState().activeTab).toBe('pricing');
    storage.setItem('activeTab', 'admin');
    expect(initialGlobalState().activeTab).toBe('home');
    storage.removeItem('token');
    expect(initialGlobalState().userLoggedIn).toBe(false);
  });
});

describe('a toast', () => {
  it('a toast is hidden four seconds after the last toast was shown', () => {
    vi.useFakeTimers();
    showToast('success', 'one');
    vi.advanceTimersByTime(3000);
    showToast('error', 'two');
    vi.advanceTimersByTime(3999);
    expect(useGlobalState.getState()).toMatchObject({
      showToast: true,
      toastMessage: 'two',
      toastType: 'error',
    });
    vi.advanceTimersByTime(1);
    expect(useGlobalState.getState().showToast).toBe(false);
  });

  it('a toast is hidden by its close button', () => {
    showToast('warning', 'one');
    hideToast();
    expect(useGlobalState.getState().showToast).toBe(false);
  });
});

describe('the balances', () => {
  const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';

  it('the balances are requested together and marked as known', async () => {
    stubServer({
      'freemium-credits': () => Response.json({ freemium_credits: 4 }),
      'download-credits': () => Response.json({ id: ID, download_credits: 2 }),
    });
    await refreshCredits();
    expect(useGlobalState.getState()).toMatchObject({
      currentFreemiumCredits: 4,
      currentAvailableDownloadImageCount: 2,
      areCreditsKnown: true,
    });
    expect(storage.getItem('calledApiCredits')).toBe('true');
  });

  it('generations are unlimited with an unlimited plan, and counted otherwise', async () => {
    const details: SubscriptionDetails = {
      billing_mode: 'demo',
      currency: 'usd',
      prices: [{ plan_id: 'pro-month', stripe_price_id: null, amount: 829 }],
      state: 'active',
      plan_id: 'pro-month',
      plan_type: 'Pro plan',
      credits: 150,
      current_period_start: '2026-01-10T00:00:00.000Z',
      current_period_end: '2026-02-10T00:00:00.000Z',
      cancel_at: null,
      grace_until: null,
      next_credits_at: '2026-02-10T00:00:00.000Z',
      owed_credits: 0,
      has_unlimited_generations: true,
      entitlements: [],
      can_manage: true,
    };
    const answers = {
      'freemium-credits': () => Response.json({ freemium_credits: 0 }),
      'download-credits': () => Response.json({ id: ID, download_credits: 150 }),
    };
    expect(generationsLeft(useGlobalState.getState())).toBeNull();
    stubServer({ ...answers, 'subscription-details': () => Response.json({ data: details }) });
    await refreshCredits();
    expect(generationsLeft(useGlobalState.getState())).toBe(UNLIMITED);
    const ofOthers = { ...details, has_unlimited_generations: false };
    stubServer({ ...answers, 'subscription-details': () => Response.json({ data: ofOthers }) });
    await refreshCredits();
    expect(generationsLeft(useGlobalState.getState())).toBe(0);
    // A failed request doesn't remove the plan from the state.
    stubServer({ ...answers, 'subscription-details': () => Response.json({}, { status: 500 }) });
    useGlobalState.setState({ subscriptionDetails: details });
    await refreshCredits();
    expect(generationsLeft(useGlobalState.getState())).toBe(UNLIMITED);
  });

  it('generations are 0 on an error, and marked as unknown', async () => {
    stubServer({ 'freemium-credits': () => Response.json({}, { status: 500 }) });
    await expect(refreshFreemiumCredits()).resolves.toBe(0);
    expect(useGlobalState.getState()).toMatchObject({ currentFreemiumCredits: 0, areCreditsKnown: false });
  });

  it('a refused download shows as no downloads left', () => {
    setDownloadCredits(-1);
    expect(useGlobalState.getState().currentAvailableDownloadImageCount).toBe(0);
  });
});

describe('work handed over to the Create page', () => {
  it('the work may consist of only a tool and a reference picture', () => {
    offerWork({ file: null, tool: 'scene', referenceId: 'blush-arches' });
    expect(takeIncomingWork()).toEqual({ file: null, tool: 'scene', referenceId: 'blush-arches' });
  });

  it('only the latest work is handed over, and only once', async () => {
    const heard = vi.fn<() => void>();
    const stop = onIncomingWork(heard);
    await offerPhoto(new File(['a'], 'a.PNG'));
    expect([heard.mock.calls.length, useGlobalState.getState().loadCreatePageAgain]).toEqual([1, true]);
    expect(takeIncomingWork()?.file?.name).toBe('a.PNG');
    expect(useGlobalState.getState().loadCreatePageAgain).toBe(false);
    await offerPhoto(new File(['a'], 'a.PNG'));
    await offerPhoto(new File(['b'], 'b.heic'));
    stop();
    expect(heard).toHaveBeenCalledTimes(2);
    const work = takeIncomingWork();
    expect(work?.file?.name).toBe('b.heic');
    expect(work?.tool).toBe('cut-out');
    expect(takeIncomingWork()).toBeNull();
  });

  it('work with an unsupported extension is refused with a warning', async () => {
    await expect(offerPhoto(new File(['a'], 'notes.txt'))).resolves.toBe(false);
    expect(takeIncomingWork()).toBeNull();
    expect(useGlobalState.getState()).toMatchObject({
      toastType: 'warning',
      toastMessage: 'File notes.txt is not supported',
    });
  });
});
