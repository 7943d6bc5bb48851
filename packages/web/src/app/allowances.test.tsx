// @vitest-environment happy-dom
import { formatAllowances } from '@packshot/contract/credits/allowances';
import { ROUTES } from '@packshot/contract/routes';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import Balances from '../features/account/sections/balances.tsx';
import { GuestWall } from '../features/account/guest-wall.tsx';
import { Facts } from '../features/home/facts.tsx';
import { GuestWall as HistoryWall } from '../features/history/guest-wall.tsx';
import PrivacyPage from '../features/legal/privacy-policy.tsx';
import PricingPage from '../features/pricing/index.tsx';
import SignUpPage from '../features/sign-in/sign-up.tsx';
import { useGlobalState } from '../lib/state/global-state.ts';
import { stubServer } from '../testing/browser-doubles.ts';

const configured = formatAllowances({
  guestGenerations: 7,
  guestDownloads: 1,
  memberGenerations: 33,
  memberDownloads: 11,
  subscriberGenerationsPerDay: 901,
  guestRetentionDays: 12,
});

const GUEST_ID = '0b5e7c1e-8e1c-4f5e-9b0a-3c1f4a7d9e21';

beforeEach(() => {
  const user = { id: GUEST_ID, is_guest: true, created_at: '2026-01-02T03:04:05Z' };
  localStorage.setItem('current_user', JSON.stringify({ user }));
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubServer({});
  document.head.innerHTML = `<meta name="allowances" content="${configured}">`;
  document.body.innerHTML = '';
  useGlobalState.setState({ areCreditsKnown: true, currentFreemiumCredits: 2 });
});

async function readText(component: () => ReactNode): Promise<string> {
  const history = createMemoryHistory({ initialEntries: [ROUTES.home] });
  const router = createRouter({ routeTree: createRootRoute({ component }), history });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<RouterProvider router={router as never} />));
  const text = [
    place.textContent,
    ...[...place.querySelectorAll('[aria-valuemax]')].map((meter) => meter.getAttribute('aria-valuemax')),
  ].join(' ');
  await act(async () => root.unmount());
  return text;
}

it.each<[string, () => ReactNode, readonly string[]]>([
  [
    'Home',
    Facts,
    ['7 generations and 1 download without an account', 'deleted 12 days after your last visit'],
  ],
  [
    'Pricing',
    PricingPage,
    [
      '7 generations and 1 download as a guest, 33 and 11 more',
      'Fair use is 901 a day',
      'Without one, 12 days after your last visit',
    ],
  ],
  ['sign-up', SignUpPage, ['33 generations and 11 downloads free']],
  ['the guest’s account page', () => <GuestWall />, ['33 generations and 11 downloads']],
  ['the guest’s history', HistoryWall, ['deletes guests’ pictures 12 days after your last visit']],
  ['Privacy', PrivacyPage, ['deleted 12 days after your last visit', `give them your number: ${GUEST_ID}`]],
  ['the balances', Balances, ['7']],
])(
  'the view “%s” shows the free credits that this server is configured to give',
  async (_name, component, sentences) => {
    const text = await readText(component);
    for (const sentence of sentences) expect(text).toContain(sentence);
  },
);
