import type { BillingEvent, BillingFact, Checkout, Subscription, SubscriptionFacts } from '../model.ts';

/** Options of a new purchase. */
export interface CheckoutOptions {
  /** Id of the checkout, which makes repeated calls idempotent. */
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly email: string | null;
  /** Id of an existing customer, or null for a new one. */
  readonly customerId: string | null;
  readonly planId: string;
  /** URLs that the browser returns to. */
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
 * The payment service: Stripe, or our demo, which speaks the same protocol and charges no money. Every method throws
 * DomainError PAYMENTS_UNAVAILABLE if the service doesn't respond.
 */
export interface Payments {
  openCheckout(options: CheckoutOptions): Promise<OpenedCheckout>;
  /** Ends an open purchase, to prevent paying twice. Returns `completed` if it was already paid. */
  closeCheckout(sessionId: string): Promise<'closed' | 'completed'>;
  /** Opens the page that confirms another plan for a subscription; the service calculates the charge. */
  openPlanChange(
    subscription: SubscriptionFacts,
    planId: string,
    returnUrl: string,
    checkoutId: string,
  ): Promise<{ readonly url: string; readonly sessionId: string }>;
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Cancels immediately, without a refund. Has no effect on a subscription that has ended. */
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
  /** Messages caused by a purchase, or by a change if a subscription exists. */
  confirm(
    checkout: Checkout,
    customerId: string,
    current: Subscription | null,
  ): Promise<readonly SignedEvent[]>;
  /** Messages caused by canceling at the end of the period, or by undoing that. */
  setCanceled(subscription: Subscription, isCanceled: boolean): Promise<readonly SignedEvent[]>;
}
