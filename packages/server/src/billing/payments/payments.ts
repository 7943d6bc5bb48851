import type { BillingEvent, BillingFact, Checkout, Subscription, SubscriptionFacts } from '../model.ts';

export interface CheckoutOptions {
  /** Id of the checkout. Repeating a call with the same id opens no second checkout. */
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly email: string | null;
  /** Id of an existing customer of the payment service, or null to create one. */
  readonly customerId: string | null;
  readonly planId: string;
  /** URLs to which the browser returns from the payment page. */
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
 * The payment service: Stripe, or our simulated one, which speaks the same protocol and charges no money. Every method
 * throws DomainError PAYMENTS_UNAVAILABLE if the service doesn't respond.
 */
export interface Payments {
  openCheckout(options: CheckoutOptions): Promise<OpenedCheckout>;
  /** Ends an open purchase, so that the customer can't pay twice. Returns `completed` if it was already paid. */
  closeCheckout(sessionId: string): Promise<'closed' | 'completed'>;
  /**
   * Opens the page on which the customer confirms another plan for a subscription. The payment service calculates the
   * charge.
   */
  openPlanChange(
    subscription: SubscriptionFacts,
    planId: string,
    returnUrl: string,
    checkoutId: string,
  ): Promise<{ readonly url: string; readonly sessionId: string }>;
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Cancels the subscription immediately, without a refund. Has no effect if it has already ended. */
  cancelNow(subscription: Subscription): Promise<readonly BillingFact[]>;
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Reads the current state of the subscription and its invoices. */
  read(subscription: Subscription): Promise<readonly BillingFact[]>;
  /**
   * Checks signature and age of a message, over its raw bytes, and parses it.
   * @throws DomainError INVALID_SIGNATURE
   */
  readEvent(body: Uint8Array, signature: string | undefined): Promise<BillingEvent>;
}

export interface SignedEvent {
  readonly body: Uint8Array;
  readonly signature: string;
}

/** In demo mode, performs the actions that the customer would take on the payment service's pages. */
export interface DemoPayments {
  /** Returns the messages caused by a purchase, or by a change of plan if a subscription exists. */
  confirm(
    checkout: Checkout,
    customerId: string,
    current: Subscription | null,
  ): Promise<readonly SignedEvent[]>;
  /** Returns the messages caused by canceling at the end of the period, or by undoing the cancellation. */
  setCanceled(subscription: Subscription, isCanceled: boolean): Promise<readonly SignedEvent[]>;
}
