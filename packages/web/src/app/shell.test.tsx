// @vitest-environment happy-dom
import { MESSAGES } from '@packshot/contract/messages';
import { SHELL_MESSAGES } from '@packshot/contract/shell-messages';
import { STORAGE_KEYS } from '../lib/state/storage-keys.ts';
import { RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../lib/state/global-state.ts';
import { navigateTo, setNavigator } from '../lib/state/navigation.ts';
import { failSignIn } from '../lib/session/sign-in.ts';
import { guestSession, stubServer } from '../testing/browser-doubles.ts';
// Loaded up front, so that no test waits for the page's lazy imports.
import '../lib/plans/credits.ts';
import '../lib/session/session.ts';
import '../ui/dialog.tsx';
import './overlays.tsx';
import { prepareApp } from './prepare-app.ts';
import { router } from './router.tsx';

vi.mock('../features/home/index.tsx', () => ({ default: () => 'the home page' }));
vi.mock('../features/studio/index.tsx', () => ({ loadCreatePage: async () => () => 'the create page' }));
vi.mock('../features/pricing/index.tsx', () => ({ default: () => 'the pricing page' }));

let root: Root | null = null;
const goTo = (href: string) => act(() => router.navigate({ href }));
const leave = () => act(async () => root?.unmount());
const main = () => document.querySelector('main');
const ground = () => document.querySelector('[data-background]');

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  localStorage.clear();
  const { info, ...rest } = guestSession();
  localStorage.setItem('token', 'access');
  localStorage.setItem('refresh_token', 'refresh');
  localStorage.setItem('current_user', JSON.stringify({ ...rest, user: info.user }));
  useGlobalState.setState(initialGlobalState(), true);
  stubServer({ '/': () => Response.json({}, { status: 404 }) });
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root') ?? document.body);
  await act(async () => root?.render(<RouterProvider router={router} />));
  await goTo('/?tab=pricing');
  await vi.waitFor(() => expect(main()?.textContent).toContain('the pricing page'));
});
afterEach(async () => {
  await leave();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('the header, its menu and the bar at the bottom name every tab and the catalog', async () => {
  const words = ['Home', 'Create', 'Pricing', 'History', 'Account', 'Catalog'];
  const menu = document.querySelector('button[popovertarget]');
  expect(menu?.textContent).toBe('Menu');
  const navs = [...document.querySelectorAll('nav[aria-label="Main"]')];
  expect(navs.map(({ id }) => id)).toContain(menu?.getAttribute('popovertarget'));
  for (const nav of navs) {
    const links = [...nav.querySelectorAll('a')];
    expect(links.map(({ textContent }) => textContent)).toEqual(words);
    expect(links.at(-1)?.getAttribute('href')).toMatch(/^\/catalog\/?$/);
  }
  expect(navs).toHaveLength(3);
});

it('each tab has its own title and background', async () => {
  expect(document.title).toBe('Pricing - Packshot');
  expect([ground()?.getAttribute('data-background'), ground()?.classList.contains('bg-ground')]).toEqual([
    'plain',
    true,
  ]);
  await goTo('/?tab=create');
  await vi.waitFor(() => expect(main()?.textContent).toContain('the create page'));
  expect(document.title).toBe('Create - Packshot');
  expect([ground()?.getAttribute('data-background'), ground()?.classList.contains('scene')]).toEqual([
    'scene',
    true,
  ]);
  for (const picture of [{ contextImage: 'photo' }, { contextImage: null, finalImageRedux: 'result' }]) {
    await act(async () => useGlobalState.setState(picture));
    expect(ground()?.classList.contains('bg-ground')).toBe(true);
  }
});

it('before anything is drawn, error listeners, the tracking parameter and navigation are set up', async () => {
  const paths: string[] = [];
  await act(async () => {
    history.replaceState(null, '', '/?tracking=1&tab=pricing');
    prepareApp((path) => paths.push(path));
  });
  expect([
    localStorage.getItem(STORAGE_KEYS.testMode),
    localStorage.getItem(STORAGE_KEYS.testModeDebug),
  ]).toEqual(['true', 'true']);
  expect(location.search).toBe('?tab=pricing');
  navigateTo('/terms/');
  expect(paths).toEqual(['/terms/']);

  const error = Object.assign(new Event('unhandledrejection'), { reason: new Error('forgotten') });
  await act(async () => dispatchEvent(error));
  await vi.waitFor(() =>
    expect(document.querySelector('[role="alertdialog"], [role="dialog"]')?.textContent).toContain(
      SHELL_MESSAGES.internal,
    ),
  );
});

it('the active tab is saved in local storage', async () => {
  await goTo('/studio');
  await vi.waitFor(() => expect(main()?.textContent).toContain('the create page'));
  expect(localStorage.getItem('activeTab')).toBe('create');
  await goTo('/?tab=pricing');
  await vi.waitFor(() => expect(localStorage.getItem('activeTab')).toBe('pricing'));
});

it('a failed sign-in leads to the Home tab, whichever tab was active', async () => {
  await goTo('/studio');
  await vi.waitFor(() => expect(document.title).toBe('Create - Packshot'));
  setNavigator((path) => void goTo(path));
  await act(async () => failSignIn('No such account.'));
  await vi.waitFor(() => expect(main()?.textContent).toContain('the home page'));
  expect(document.title).toBe('Home - Packshot');
  expect(useGlobalState.getState()).toMatchObject({ toastType: 'error', toastMessage: 'No such account.' });
});

it('a refused marketplace sign-in is explained, although the router drops the reason from the address', async () => {
  await act(async () => {
    history.replaceState(null, '', '/?tab=home#sign-in-failed=NOT_VERIFIED');
    prepareApp(() => undefined);
    // Simulates the router, which adds the first tab to the address before any script arrives.
    history.replaceState(null, '', '/?tab=home');
  });
  await vi.waitFor(() =>
    expect(useGlobalState.getState()).toMatchObject({
      showToast: true,
      toastType: 'error',
      toastMessage: MESSAGES.unableToVerify,
    }),
  );
});
