import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import { initialGlobalState, useGlobalState } from '../state/global-state.ts';
import { refreshSubscription } from './subscription.ts';

beforeEach(() => {
  const storage = stubBrowser();
  storage.setItem('token', 'access');
  storage.setItem('refresh_token', 'refresh');
  useGlobalState.setState(initialGlobalState(), true);
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['GCP Free plan', 20],
  ['free', 0],
])('the credits shown for the plan type %j are %i', async (planType, credits) => {
  stubServer({
    'subscription-details': () =>
      Response.json({
        data: {
          billing_mode: 'demo',
          currency: 'usd',
          prices: [],
          state: 'none',
          plan_id: null,
          plan_type: planType,
          credits: 0,
          owed_credits: 0,
          current_period_start: null,
          current_period_end: null,
          cancel_at: null,
          grace_until: null,
          next_credits_at: null,
          has_unlimited_generations: false,
          entitlements: [],
          can_manage: true,
        },
      }),
    'freemium-credits': () => Response.json({ freemium_credits: 20 }),
  });
  await refreshSubscription();
  expect(useGlobalState.getState().currentFreemiumCredits).toBe(credits);
});
