// @vitest-environment happy-dom
import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubServer } from '../testing/browser-doubles.ts';

const scripts = vi.hoisted(() => ({
  history: Promise.withResolvers<{ default: () => string }>(),
  notFound: Promise.withResolvers<{ default: () => string }>(),
}));
vi.mock('../features/history/index.tsx', () => scripts.history.promise);
vi.mock('../features/not-found/index.tsx', () => scripts.notFound.promise);

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubServer({ '/': () => new Promise(() => undefined) });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Visible loader inside the main element; React hides suspended content with an inline style. */
const loader = (): string | undefined =>
  within(screen.getByRole('main'))
    .queryAllByTestId('full-screen-loader')
    .find((one) => !(one.getAttribute('style') ?? '').includes('none'))?.className;
const words = (): string | null => screen.getByRole('main').textContent;

/** Opens an address in a new router, and waits for the loader. */
async function arriveAt(address: string): Promise<void> {
  vi.resetModules();
  history.replaceState(null, '', address);
  const { router } = await import('./router.tsx');
  await act(async () => render(<RouterProvider router={router} />));
  await act(() => vi.waitFor(() => expect(loader()).toContain('fixed inset-0')));
}

it('a tab shows the full-screen loader until its session and its script have arrived', async () => {
  await arriveAt('/?tab=history');
  const { useGlobalState } = await import('../lib/state/global-state.ts');
  await act(async () => useGlobalState.setState({ userLoggedIn: true }));
  expect(loader()).toContain('fixed inset-0');
  await act(async () => scripts.history.resolve({ default: () => 'the history page' }));
  await act(() => vi.waitFor(() => expect(words()).toContain('the history page')));
  expect(loader()).toBeUndefined();
});

it('an unknown address shows the full-screen loader until the not-found page has arrived', async () => {
  await arriveAt('/no-such-page/');
  await act(async () => scripts.notFound.resolve({ default: () => 'no such page' }));
  await act(() => vi.waitFor(() => expect(words()).toContain('no such page')));
  expect(loader()).toBeUndefined();
});
