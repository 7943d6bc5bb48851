// @vitest-environment happy-dom
import type { SubscriptionDetails } from '@packshot/contract/billing/schemas';
import { PLANS } from '@packshot/contract/billing/plans';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { initialGlobalState, useGlobalState } from '../../../lib/state/global-state.ts';
import { stubServer } from '../../../testing/browser-doubles.ts';
import PlanSection from './plan.tsx';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.setItem('token', 'access');
  useGlobalState.setState(initialGlobalState(), true);
});
afterEach(() => vi.unstubAllGlobals());

const PLAN = PLANS.find(({ isCustomPlan }) => !isCustomPlan)?.id ?? '';
const DETAILS: SubscriptionDetails = {
  billing_mode: 'demo',
  currency: 'eur',
  prices: [{ plan_id: PLAN, stripe_price_id: null, amount: 1234 }],
  state: 'active',
  plan_id: PLAN,
  plan_type: 'paid',
  credits: 10,
  current_period_start: '2026-11-01T00:00:00.000Z',
  current_period_end: '2026-12-01T00:00:00.000Z',
  cancel_at: null,
  grace_until: null,
  next_credits_at: null,
  owed_credits: 0,
  has_unlimited_generations: true,
  entitlements: [],
  can_manage: true,
};

it('the account page shows the price of the plan on this server, as last read', async () => {
  stubServer({ 'subscription-details': () => Response.json({ data: DETAILS }) });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: createRootRoute({ component: PlanSection }), history });
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  await act(async () => root.render(<RouterProvider router={router as never} />));
  await vi.waitFor(() => expect(document.querySelector('main')?.textContent).toContain('€1,234 a'));

  await act(async () =>
    useGlobalState.setState(({ subscriptionPrices }) => ({
      subscriptionPrices: subscriptionPrices.map((price) => ({ ...price, amount: 5600 })),
    })),
  );
  expect(document.querySelector('main')?.textContent).toContain('€5,600 a');
  await act(async () => root.unmount());
});
