// @vitest-environment happy-dom
import { formatInstallation, INSTALLATION_META } from '@packshot/contract/service/installation';
import type { Installation } from '@packshot/contract/service/installation';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SECTIONS } from '../features/account/section-list.ts';
import { Facts } from '../features/home/facts.tsx';
import ForgotPasswordPage from '../features/sign-in/forgot-password.tsx';
import SignUpPage from '../features/sign-in/sign-up.tsx';
import { MoreCreditsButtons } from '../lib/plans/more-credits.tsx';
import { refreshCredits } from '../lib/plans/credits.ts';
import { generationsLeft, initialGlobalState, UNLIMITED, useGlobalState } from '../lib/state/global-state.ts';
import { Header } from './header.tsx';
import { resolveTab } from './resolve-tab.ts';

let root: Root | null = null;

function serve(installation: Partial<Installation>): void {
  const meta = document.createElement('meta');
  meta.name = INSTALLATION_META;
  meta.content = formatInstallation({ billing: 'on', signUp: 'open', mail: 'on', ...installation });
  document.head.replaceChildren(meta);
}

async function readText(Page: () => ReactNode): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const place = document.body.appendChild(document.createElement('main'));
  root = createRoot(place);
  await act(async () => root?.render(<RouterProvider router={router as never} />));
  return place.textContent ?? '';
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '';
  useGlobalState.setState(initialGlobalState());
});
afterEach(async () => {
  await act(async () => root?.unmount());
  root = null;
  document.head.replaceChildren();
});

const tabRequest = { pathname: '/', entryTab: undefined, current: 'create', isLoggedIn: true } as const;

it('pages show no plans, prices or balances on a server without billing', async () => {
  serve({ billing: 'off' });
  const fetching = vi.fn();
  vi.stubGlobal('fetch', fetching);
  await refreshCredits();
  // The pages don't request endpoints that a server without billing lacks.
  expect(fetching).not.toHaveBeenCalled();
  expect(generationsLeft(useGlobalState.getState())).toBe(UNLIMITED);
  expect(resolveTab({ ...tabRequest, tab: 'pricing' })).toBe('home');
  const Page = () => (
    <>
      <Header active="home" isEditing={false} />
      <Facts />
      <MoreCreditsButtons />
    </>
  );
  const text = await readText(Page);
  expect(text).toContain('History');
  expect(text).not.toMatch(/pricing|plan|generation|credit|download/i);
});

it('all five tabs are shown on a server with billing', async () => {
  serve({});
  expect(resolveTab({ ...tabRequest, tab: 'pricing' })).toBe('pricing');
  const text = await readText(() => <Header active="home" isEditing={false} />);
  for (const label of ['Home', 'Create', 'Pricing', 'History', 'Account']) expect(text).toContain(label);
});

it('the account sections about balances, plan, ledger and invoices are marked as billing', () => {
  const billed = SECTIONS.filter(({ isOfBilling }) => isOfBilling).map(({ id }) => id);
  expect(billed).toEqual(['balances', 'plan', 'ledger', 'invoices']);
});

it('the sign-up page of a server with closed sign-up explains that, and names whom to ask', async () => {
  serve({ signUp: 'closed' });
  const text = await readText(SignUpPage);
  expect(text).toContain('This server doesn’t accept new accounts. Ask its operator for one.');
  expect(document.querySelector('input')).toBeNull();
});

it('the forgotten-password page asks for no address on a server without mail', async () => {
  serve({ mail: 'off' });
  const text = await readText(ForgotPasswordPage);
  expect(text).toContain('This server doesn’t send email.');
  expect(document.querySelector('input')).toBeNull();
});
