// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isMobileUserAgent } from '../analytics/mobile.ts';
import { chooseTheme } from '../state/theme-choice.ts';
import { applyTheme, followSystemTheme, readThemeChoice } from '../state/theme.ts';
import { applyTrackingParameter } from '../analytics/tracking-mode.ts';

/** Fakes a system whose dark mode the test can switch. */
function stubSystem(isDark: boolean) {
  const query = Object.assign(new EventTarget(), { matches: isDark });
  vi.stubGlobal('matchMedia', () => query);
  return (next: boolean) => {
    query.matches = next;
    query.dispatchEvent(new Event('change'));
  };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('the theme', () => {
  it('the theme follows the system until one is chosen, and again after that choice is undone', () => {
    const setDark = stubSystem(false);
    const stop = followSystemTheme();
    applyTheme();
    expect(document.documentElement.dataset['theme']).toBe('light');
    setDark(true);
    expect(document.documentElement.dataset['theme']).toBe('dark');
    chooseTheme('light');
    expect([document.documentElement.dataset['theme'], localStorage.getItem('theme')]).toEqual([
      'light',
      'light',
    ]);
    setDark(true);
    expect(document.documentElement.dataset['theme']).toBe('light');
    chooseTheme('system');
    expect([document.documentElement.dataset['theme'], localStorage.getItem('theme')]).toEqual([
      'dark',
      null,
    ]);
    stop();
    setDark(false);
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });

  it('an unknown stored theme is ignored', () => {
    localStorage.setItem('theme', 'sepia');
    expect(readThemeChoice()).toBe('system');
  });
});

describe('the tracking parameter', () => {
  const flags = () => [localStorage.getItem('trackingTestMode'), localStorage.getItem('trackingDebug')];
  const open = (path: string) => {
    history.replaceState(null, '', path);
    applyTrackingParameter();
  };
  const { happyDOM } = window as unknown as { readonly happyDOM: { setURL(url: string): void } };
  beforeEach(() => happyDOM.setURL('http://localhost/'));

  it('the tracking parameter turns both test mode flags on with 1 and off with 2, and is removed from the address', () => {
    open('/?tracking=1&tab=pricing#x');
    expect(flags()).toEqual(['true', 'true']);
    expect(location.href).toBe('http://localhost/?tab=pricing#x');
    open('/?tracking=2');
    expect(flags()).toEqual([null, null]);
    expect(location.search).toBe('');
  });

  it('the tracking parameter changes nothing when missing or unknown', () => {
    open('/?tracking=1');
    open('/?tracking=3');
    open('/?tab=home');
    expect(flags()).toEqual(['true', 'true']);
    expect(location.search).toBe('?tab=home');
  });
});

describe('the mobile check', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', true],
    ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)', true],
    ['Mozilla/5.0 (iPod touch; CPU iPhone OS 12_0)', true],
    ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', true],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/156', false],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', false],
  ])('the user agent %s counts as mobile: %s', (userAgent, isMobile) => {
    expect(isMobileUserAgent(userAgent)).toBe(isMobile);
  });
});
