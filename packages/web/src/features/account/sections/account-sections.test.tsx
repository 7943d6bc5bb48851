// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../../../lib/state/global-state.ts';
import { guestSession, stubServer } from '../../../testing/browser-doubles.ts';
import Balances from './balances.tsx';
import OrganizationSection from './organization.tsx';

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.setItem('token', 'access');
  useGlobalState.setState(initialGlobalState(), true);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function open(Section: () => ReactNode): Promise<void> {
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: createRootRoute({ component: Section }), history });
  root = createRoot(document.body.appendChild(document.createElement('main')));
  await act(async () => root.render(<RouterProvider router={router as never} />));
}

const findButton = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  );

it('the balance section first shows the credits that a user gets for confirming the email address', async () => {
  const { user } = guestSession().info;
  localStorage.setItem(
    'current_user',
    JSON.stringify({ user: { ...user, is_guest: false, email: 'jo@example.com' } }),
  );
  useGlobalState.setState({ areCreditsKnown: true, currentFreemiumCredits: 2, isEmailVerified: false });
  await open(Balances);
  const text = (): string => document.querySelector('main')?.textContent ?? '';
  await vi.waitFor(() => expect(text()).toMatch(/^\d+ generations and \d+ downloads are waiting for you/));
  expect(text()).toContain('jo@example.com');
  expect(findButton('Resend')).toBeDefined();
  await act(async () => useGlobalState.setState({ isEmailVerified: true }));
  expect(text()).not.toContain('waiting for you');
});

it('a member is removed only after a confirmation that names them', async () => {
  const member = (user_id: string, name: string, role: string, is_you: boolean) => ({
    user_id,
    name,
    email: `${name.toLowerCase()}@example.com`,
    role,
    is_you,
  });
  const organization = {
    id: '0197f0a0-0000-7000-8000-000000000001',
    name: 'Shop 300',
    can_manage: true,
    members: [
      member('0197f0a0-0000-7000-8000-000000000002', 'Olga', 'owner', true),
      member('0197f0a0-0000-7000-8000-000000000003', 'Rex', 'member', false),
    ],
    invitations: [],
  };
  const requests = stubServer({ organization: () => Response.json({ data: organization }) });
  const removals = () => requests.filter(({ init }) => init.method === 'DELETE');
  await open(OrganizationSection);
  await vi.waitFor(() => expect(findButton('Remove Rex')).toBeDefined());
  await act(async () => findButton('Remove Rex')?.click());
  expect(document.body.textContent).toContain('Remove Rex from Shop 300?');
  expect(removals()).toHaveLength(0);
  await act(async () => findButton('Cancel')?.click());
  expect(removals()).toHaveLength(0);
  await act(async () => findButton('Remove Rex')?.click());
  await act(async () => findButton('Remove')?.click());
  await vi.waitFor(() => expect(removals()).toHaveLength(1));
});
