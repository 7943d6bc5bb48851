// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../lib/state/global-state.ts';
import '../lib/session/user-info.ts';
import { showErrorDialog, showToast } from '../lib/state/toast.ts';
import { guestSession, stubServer } from '../testing/browser-doubles.ts';
// Loaded up front, so that the test doesn't wait for the component's lazy import.
import '../ui/dialog.tsx';
import Overlays from './overlays.tsx';

let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.clear();
  localStorage.setItem('token', 'access');
  localStorage.setItem('refresh_token', 'refresh');
  useGlobalState.setState(initialGlobalState(), true);
  const { info, role, ...session } = guestSession();
  stubServer({
    'tracking-options': () => Response.json({ hosts: [], internal_domains: [], recipients: [] }),
    'user-details': () =>
      Response.json({
        data: {
          user: { ...info.user, name: 'Ann Lee' },
          organization_detail: session.organization_detail,
          role_detail: role,
          user_pilot_id: 'pilot',
          freemium_credits: 5,
          gcp_user_identity: null,
          is_email_verified: true,
          has_password: true,
          signs_pictures: true,
          language: 'en',
        },
      }),
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: Overlays }),
    history: createMemoryHistory(),
  });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<RouterProvider router={router as never} />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});
const readPageText = () => document.body.textContent;

it('the shell says at once that there is no connection, until it is back', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get');
  const change = (online: boolean) =>
    act(async () => {
      isOnline.mockReturnValue(online);
      dispatchEvent(new Event(online ? 'online' : 'offline'));
    });
  expect(readPageText()).not.toContain('You’re offline');
  await change(false);
  expect(readPageText()).toContain('You’re offline.');
  await change(true);
  expect(readPageText()).not.toContain('You’re offline');
  isOnline.mockRestore();
});

it('the shell covers a loading page with an overlay that shows the message', async () => {
  await act(async () => useGlobalState.setState({ pageLoader: 'Processing...' }));
  await vi.waitFor(() => expect(readPageText()).toContain('Processing...'));
  await act(async () => useGlobalState.setState({ pageLoader: false }));
  await vi.waitFor(() => expect(readPageText()).not.toContain('Processing...'));
});

it('the shell shows toasts and the error dialog', async () => {
  await act(async () => showToast('error', 'A toast.'));
  await vi.waitFor(() => expect(readPageText()).toContain('A toast.'));
  await act(async () => showErrorDialog('A dialog.'));
  await vi.waitFor(() =>
    expect(document.querySelector('[role="alertdialog"], [role="dialog"]')).not.toBeNull(),
  );
  expect(readPageText()).toContain('A dialog.');
});

it('the shell reloads the user’s data when the stored data is outdated', async () => {
  await act(async () => useGlobalState.setState({ fetchUserInfoAgain: true }));
  await vi.waitFor(() => expect(useGlobalState.getState().currentUser?.name).toBe('Ann Lee'));
});
