import { describe, expect, it } from 'vitest';
import { hasPlainBackground, isTabPath, resolveTab } from './resolve-tab.ts';

const base = {
  pathname: '/',
  tab: undefined,
  entryTab: undefined,
  current: 'home',
  isLoggedIn: true,
} as const;

describe('tabs', () => {
  it('tabs are shown at the paths “/” and “/studio”, even with a final slash, and at no others', () => {
    for (const path of ['/', '/studio', '/studio/']) expect(isTabPath(path)).toBe(true);
    for (const path of ['/sign-up', '/studio/x', '/not-found', '']) expect(isTabPath(path)).toBe(false);
  });
});

describe('the active tab', () => {
  it('the active tab is Home without a session token, whatever the address says', () => {
    expect(resolveTab({ ...base, tab: 'pricing', current: 'create', isLoggedIn: false })).toBe('home');
    expect(resolveTab({ ...base, pathname: '/studio', isLoggedIn: false })).toBe('home');
  });

  it('the active tab is Home when the address requests it', () => {
    expect(resolveTab({ ...base, tab: 'home', current: 'pricing' })).toBe('home');
    expect(resolveTab({ ...base, pathname: '/studio/', tab: 'home', current: 'create' })).toBe('home');
  });

  it('the active tab changes to a requested tab that differs', () => {
    expect(resolveTab({ ...base, tab: 'history' })).toBe('history');
    expect(resolveTab({ ...base, pathname: '/studio', tab: 'account', current: 'create' })).toBe('account');
  });

  it('the active tab stays when it is requested again, or no tab is requested', () => {
    expect(resolveTab({ ...base, tab: 'pricing', current: 'pricing' })).toBe('pricing');
    expect(resolveTab({ ...base, current: 'account' })).toBe('account');
  });

  it('the active tab is Create at the studio’s path, and the previous tab after going back', () => {
    expect(resolveTab({ ...base, pathname: '/studio', current: 'pricing' })).toBe('create');
    expect(resolveTab({ ...base, pathname: '/studio/', current: 'pricing' })).toBe('create');
    expect(resolveTab({ ...base, entryTab: 'home', current: 'create' })).toBe('home');
  });
});

describe('the background', () => {
  it('the page background is plain on Pricing, History and Account, and on Create with a picture', () => {
    for (const tab of ['pricing', 'history', 'account'] as const) {
      expect([hasPlainBackground(tab, false), hasPlainBackground(tab, true)], tab).toEqual([true, true]);
    }
    expect([hasPlainBackground('create', false), hasPlainBackground('create', true)]).toEqual([false, true]);
    for (const page of ['home', null] as const) expect(hasPlainBackground(page, true)).toBe(false);
  });
});
