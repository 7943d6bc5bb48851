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
  it('are at two addresses, with and without a slash, and nowhere else', () => {
    for (const path of ['/', '/studio', '/studio/']) expect(isTabPath(path)).toBe(true);
    for (const path of ['/sign-up', '/studio/x', '/not-found', '']) expect(isTabPath(path)).toBe(false);
  });
});

describe('the active tab', () => {
  it('is home without a token, whatever is asked for', () => {
    expect(resolveTab({ ...base, tab: 'pricing', current: 'create', isLoggedIn: false })).toBe('home');
    expect(resolveTab({ ...base, pathname: '/studio', isLoggedIn: false })).toBe('home');
  });

  it('is home when the path ends in a slash and the tab is home', () => {
    expect(resolveTab({ ...base, tab: 'home', current: 'pricing' })).toBe('home');
    expect(resolveTab({ ...base, pathname: '/studio/', tab: 'home', current: 'create' })).toBe('home');
  });

  it('becomes a tab that differs from the current one', () => {
    expect(resolveTab({ ...base, tab: 'history' })).toBe('history');
    expect(resolveTab({ ...base, pathname: '/studio', tab: 'account', current: 'create' })).toBe('account');
  });

  it('stays when the tab is the current one or none is asked for', () => {
    expect(resolveTab({ ...base, tab: 'pricing', current: 'pricing' })).toBe('pricing');
    expect(resolveTab({ ...base, current: 'account' })).toBe('account');
  });

  it('is create at the studio, and what it was when going back', () => {
    expect(resolveTab({ ...base, pathname: '/studio', current: 'pricing' })).toBe('create');
    expect(resolveTab({ ...base, pathname: '/studio/', current: 'pricing' })).toBe('create');
    expect(resolveTab({ ...base, entryTab: 'home', current: 'create' })).toBe('home');
  });
});

describe('the background', () => {
  it('is plain on pricing, history and account, and on create with a picture', () => {
    for (const tab of ['pricing', 'history', 'account'] as const) {
      expect([hasPlainBackground(tab, false), hasPlainBackground(tab, true)], tab).toEqual([true, true]);
    }
    expect([hasPlainBackground('create', false), hasPlainBackground('create', true)]).toEqual([false, true]);
    for (const page of ['home', null] as const) expect(hasPlainBackground(page, true)).toBe(false);
  });
});
