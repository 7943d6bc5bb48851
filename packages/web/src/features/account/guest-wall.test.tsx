// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../../lib/state/global-state.ts';
import { guestSession, stubServer } from '../../testing/browser-doubles.ts';
import { pageInDocument, textOfPage } from '../../testing/page-in-document.ts';
import AccountPage from './index.tsx';

const render = pageInDocument();

async function show(address: string): Promise<void> {
  stubServer({});
  const { user } = guestSession().info;
  useGlobalState.setState(
    { ...initialGlobalState(), userLoggedIn: true, currentUser: { ...user, is_guest: true } as never },
    true,
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: AccountPage }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await render(<RouterProvider router={router} />);
}

const linksTo = (path: string): URL[] =>
  [...document.querySelectorAll('a')]
    .map(({ href }) => new URL(href, 'http://localhost'))
    .filter(({ pathname }) => pathname === path);

it.each([
  ['/?tab=account#api-keys', 'API keys need an account'],
  ['/?tab=account#webhooks', 'Webhooks need an account'],
])(
  'a guest sent to %s reads that it needs an account, and returns to it after sign-up',
  async (next, title) => {
    await show(next);
    await vi.waitFor(() => expect(textOfPage()).toContain(title));
    for (const path of ['/sign-up', '/sign-in'])
      expect(linksTo(path).map(({ searchParams }) => searchParams.get('next'))).toEqual([next]);
  },
);

it('a guest sent to another section of the account continues in the studio after sign-up', async () => {
  await show('/?tab=account#balances');
  await vi.waitFor(() => expect(textOfPage()).toContain('You’re here as a guest'));
  expect(linksTo('/sign-up').map(({ search }) => search)).toEqual(['']);
});
