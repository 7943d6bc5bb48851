// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../lib/state/global-state.ts';
// Loaded up front, so that the test doesn't wait for the lazy import.
import '../lib/session/user-info.ts';
import { guestSession, stubServer } from '../testing/browser-doubles.ts';
import { useUserInfoAgain } from './user-info-again.ts';

const { info, role, access: _access, refresh: _refresh, ...session } = guestSession();
const details = (name: string) => ({
  user: { ...info.user, name },
  organization_detail: session.organization_detail,
  role_detail: role,
  user_pilot_id: 'pilot',
  freemium_credits: 5,
  gcp_user_identity: null,
  is_email_verified: true,
  has_password: true,
  signs_pictures: true,
  language: 'en',
});

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.clear();
  localStorage.setItem('token', 'access');
  localStorage.setItem('refresh_token', 'refresh');
  useGlobalState.setState(initialGlobalState(), true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const Shell = () => {
  useUserInfoAgain();
  return null;
};
const ask = () => act(async () => useGlobalState.setState({ fetchUserInfoAgain: true }));

it('the user’s data is reloaded on request and stored, and isn’t changed by an error', async () => {
  const answers = [
    () => Response.json({ data: details('Ann Lee') }),
    () => Response.json({}, { status: 500 }),
  ];
  const requests = stubServer({ 'user-details': () => answers.shift()?.() ?? new Response(null) });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Shell />));
  expect(requests).toEqual([]);

  await ask();
  await vi.waitFor(() => expect(useGlobalState.getState().currentUser?.name).toBe('Ann Lee'));
  expect(JSON.parse(localStorage.getItem('current_user') ?? '')).toMatchObject({ user: { name: 'Ann Lee' } });
  expect(useGlobalState.getState().fetchUserInfoAgain).toBe(false);

  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await ask();
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  expect(requests).toHaveLength(2);
  expect(useGlobalState.getState().currentUser?.name).toBe('Ann Lee');
  await act(async () => root.unmount());
});
