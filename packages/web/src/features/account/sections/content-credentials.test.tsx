// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../../../lib/state/global-state.ts';
import { guestSession, stubServer } from '../../../testing/browser-doubles.ts';
import ContentCredentials from './content-credentials.tsx';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.setItem('token', 'access');
  useGlobalState.setState(initialGlobalState(), true);
});
afterEach(() => vi.unstubAllGlobals());

it('pictures are signed with Content Credentials until the user chooses “Without”', async () => {
  const { info, organization_detail, role, user_pilot_id, gcp_user_identity } = guestSession();
  const user = {
    user: { ...info.user, is_guest: false },
    organization_detail,
    role_detail: role,
    user_pilot_id,
    freemium_credits: 5,
    gcp_user_identity,
    is_email_verified: true,
    has_password: true,
    language: 'en',
  };
  let isSigned = true;
  const requests = stubServer({
    'user-details': ({ init }) => {
      if (typeof init.body === 'string') isSigned = false;
      return Response.json({ data: { ...user, signs_pictures: isSigned } });
    },
  });
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  await act(async () => root.render(<ContentCredentials />));
  const readChoice = (): string | undefined =>
    document.querySelector<HTMLInputElement>('main input:checked')?.value;
  await vi.waitFor(() => expect(readChoice()).toBe('with'));
  await act(async () => document.querySelector<HTMLInputElement>('main input[value=without]')?.click());
  await vi.waitFor(() => expect(readChoice()).toBe('without'));
  expect(requests.at(-1)?.init.body).toBe(JSON.stringify({ signs_pictures: false }));
  await act(async () => root.unmount());
});
