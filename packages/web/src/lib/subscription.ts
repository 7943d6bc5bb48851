import { GCP_FREE_PLAN_TYPE } from '@packshot/contract/billing/plans';
import type { SubscriptionDetails } from '@packshot/contract/billing/schemas';
import { call } from './api-client.ts';
import { refreshCredits, refreshFreemiumCredits } from './credits.ts';
import { useGlobalState } from './global-state.ts';
import { navigateTo } from './navigation.ts';
import { wait } from './wait.ts';

/**
 * The plan and what there is to buy, kept in the global state for whoever shows it.
 * @throws {ApiError} when it cannot be read; what was known stays
 */
export async function refreshSubscription(): Promise<SubscriptionDetails> {
  const { data } = await call('getSubscriptionDetails');
  useGlobalState.setState({ subscriptionDetails: data, subscriptionPrices: data.prices });
  // What the marketplace gives arrives by itself, without anything that this page has done.
  if (data.plan_type === GCP_FREE_PLAN_TYPE) await refreshFreemiumCredits();
  return data;
}

/** Goes where a payment page is: on this site, or Stripe's. */
function goTo(url: string): void {
  if (url.startsWith('/')) navigateTo(url);
  else location.assign(url);
}

/** Starts buying a plan, or changing to it. Throws ApiError. */
export async function startCheckout(planId: string): Promise<void> {
  const { url } = await call('startCheckout', { body: { plan_id: planId } });
  goTo(url);
}

/** Opens the pages where the card, the plan and invoices are managed. Throws ApiError. */
export async function openPortal(): Promise<void> {
  const { url } = await call('openPortal');
  goTo(url);
}

const LOOK_AGAIN_MS = 1500;
const GIVE_UP_MS = 30_000;

/**
 * Waits until a purchase has arrived: the payment service tells the server, not the browser, and may take a moment.
 * Then plan and balances are fresh everywhere.
 * @returns false when it has not arrived after half a minute; it still will
 */
export async function awaitPurchase(planId: string, signal: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    const { plan_id } = await refreshSubscription();
    if (plan_id === planId) break;
    if (signal.aborted || Date.now() > deadline) return false;
    await wait(LOOK_AGAIN_MS);
    if (signal.aborted) return false;
  }
  // The organization's subscription is stored with the user.
  useGlobalState.setState({ fetchUserInfoAgain: true });
  await refreshCredits();
  return true;
}
