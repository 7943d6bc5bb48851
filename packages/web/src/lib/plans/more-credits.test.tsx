// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../state/global-state.ts';
import { FreeCreditsButton, MoreCredits, MoreCreditsButtons } from './more-credits.tsx';

const ann = {
  id: '1',
  email: 'ann@shop.example',
  name: 'Ann',
  created_at: '2026-11-20T10:00:00.000Z',
  company_name: null,
  isGcpUser: false,
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '';
});

it.each([
  [
    'a guest an account before any plan',
    { ...ann, is_guest: true },
    null,
    'Create a free account for 5 more free downloads, or see plans',
    ['/sign-up', '/?tab=pricing'],
  ],
  [
    'a user who never confirmed their address that',
    { ...ann, is_guest: false },
    false,
    'Confirm your address for 5 more free downloads, or see plans',
    ['/?tab=account#profile', '/?tab=pricing'],
  ],
  ['who has had it all the plans', { ...ann, is_guest: false }, true, 'See plans', ['/?tab=pricing']],
])(
  'the note about missing credits offers %s',
  async (_whom, currentUser, isEmailVerified, sentence, ways) => {
    useGlobalState.setState({ ...initialGlobalState(), currentUser, isEmailVerified });
    const Page = () => (
      <>
        <p>
          <MoreCredits of="download" />
        </p>
        <div>
          <MoreCreditsButtons />
        </div>
        <nav>
          <FreeCreditsButton />
        </nav>
      </>
    );
    const history = createMemoryHistory({ initialEntries: ['/'] });
    const router = createRouter({ routeTree: createRootRoute({ component: Page }), history });
    const root = createRoot(document.body.appendChild(document.createElement('main')));
    await act(async () => root.render(<RouterProvider router={router as never} />));
    const linksIn = (place: string) =>
      [...document.querySelectorAll(`${place} a`)].map((link) => link.getAttribute('href'));
    expect(document.querySelector('p')?.textContent).toBe(sentence);
    expect(linksIn('p')).toEqual(ways);
    expect(linksIn('div').toSorted()).toEqual(ways.toSorted());
    // The free offer is the main button of a panel; links to plans aren't.
    expect(linksIn('nav')).toEqual(ways.length === 1 ? [] : ways.slice(0, 1));
    await act(async () => root.unmount());
  },
);
