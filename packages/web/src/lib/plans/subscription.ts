import { GCP_FREE_PLAN_TYPE } from '@packshot/contract/billing/plans';
import type { SubscriptionDetails } from '@packshot/contract/billing/schemas';
import { call } from '../api/api-client.ts';
import { refreshCredits, refreshFreemiumCredits } from './credits.ts';
import { useGlobalState } from '../state/global-state.ts';
import { navigateTo } from '../state/navigation.ts';
import { wait } from '../api/wait.ts';
import { requestUserInfo } from '../state/shell-signals.ts';

/**
 * Reads the plan and the prices into the global state.
 * @throws {ApiError} if a request fails
 */
export async function refreshSubscription(): Promise<SubscriptionDetails> {
  const { data } = await call('getSubscriptionDetails');
  useGlobalState.setState({ subscriptionDetails: data, subscriptionPrices: data.prices });
  // Reads the generations too, because the marketplace adds credits without any action on this page.
  if (data.plan_type === GCP_FREE_PLAN_TYPE) await refreshFreemiumCredits();
  return data;
}

/** Opens a payment page, on this site or at Stripe. */
function goTo(url: string): void {
  if (url.startsWith('/')) navigateTo(url);
  else location.assign(url);
}

/**
 * Starts buying a plan or changing to it.
 * @throws {ApiError} if the server refuses
 */
export async function startCheckout(planId: string): Promise<void> {
  const { url } = await call('startCheckout', { body: { plan_id: planId } });
  goTo(url);
}

/**
 * Opens the page on which the user manages the card, the plan and invoices.
 * @throws {ApiError} if the server refuses
 */
export async function openPortal(): Promise<void> {
  const { url } = await call('openPortal');
  goTo(url);
}

const POLL_INTERVAL_MS = 1500;
const GIVE_UP_MS = 30_000;

/**
 * Waits until a purchase has reached the server: the payment service notifies the server, not the browser, and may
 * take a moment. Then reads plan and balances.
 * @returns false after half a minute without the purchase, which may still arrive, or if the signal has fired
 */
export async function awaitPurchase(planId: string, signal: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    const { plan_id } = await refreshSubscription();
    if (plan_id === planId) break;
    if (signal.aborted || Date.now() > deadline) return false;
    await wait(POLL_INTERVAL_MS);
    if (signal.aborted) return false;
  }
  // Reads the user too, whose data include the organization's subscription.
  requestUserInfo();
  await refreshCredits();
  return true;
}
