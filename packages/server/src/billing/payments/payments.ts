import type { BillingEvent, BillingFact, Checkout, Subscription, SubscriptionFacts } from '../model.ts';

/** Options of a new purchase. */
export interface CheckoutOptions {
  /** The checkout's id, which makes repeated calls idempotent. */
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly email: string | null;
  /** Null for a new customer. */
  readonly customerId: string | null;
  readonly planId: string;
  /** Addresses that the browser returns to. */
  readonly doneUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Date;
}

export interface OpenedCheckout {
  readonly url: string;
  readonly sessionId: string;
  readonly customerId: string;
}

/**
 * The payment service: Stripe, or our own demo, which speaks the same protocol and charges no one. Every
 * method throws DomainError PAYMENTS_UNAVAILABLE when the service does not respond.
 */
export interface Payments {
  openCheckout(options: CheckoutOptions): Promise<OpenedCheckout>;
  /** Ends an open purchase, to prevent paying twice. Returns `completed` when it was already paid. */
  closeCheckout(sessionId: string): Promise<'closed' | 'completed'>;
  /** Opens the page that confirms another plan for a subscription; the service calculates the charge. */
  openPlanChange(
    subscription: SubscriptionFacts,
    planId: string,
    returnUrl: string,
    checkoutId: string,
  ): Promise<{ readonly url: string; readonly sessionId: string }>;
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Cancels immediately, without a refund. No effect on a subscription that has ended. */
  cancelNow(subscription: Subscription): Promise<readonly BillingFact[]>;
  /** Cancels at the end of the paid period. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** The current subscription and its invoices. */
  read(subscription: Subscription): Promise<readonly BillingFact[]>;
  /**
   * Checks signature and age of a message, over its raw bytes, and parses it.
   * @throws DomainError INVALID_SIGNATURE
   */
  readEvent(body: Uint8Array, signature: string | undefined): Promise<BillingEvent>;
}

/** A message as the payment service sends it. */
export interface SignedEvent {
  readonly body: Uint8Array;
  readonly signature: string;
}

/** Replaces the customer's clicks on the payment service's pages in demo mode. */
export interface DemoPayments {
  /** The messages that a purchase causes, or a change when there is a subscription already. */
  confirm(
    checkout: Checkout,
    customerId: string,
    current: Subscription | null,
  ): Promise<readonly SignedEvent[]>;
  /** The messages caused by canceling at the period's end, or by taking that back. */
  setCanceled(subscription: Subscription, isCanceled: boolean): Promise<readonly SignedEvent[]>;
}
