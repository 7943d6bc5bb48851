import type {
  BillingEvent,
  BillingFact,
  Checkout,
  Subscription,
  SubscriptionFacts,
} from '../billing/model.ts';

/** What a new purchase is about. */
export interface CheckoutWish {
  /** Of the checkout: a repeated call makes no second one. */
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly email: string | null;
  /** Null for a new customer. */
  readonly customerId: string | null;
  readonly planId: string;
  /** Addresses that the browser comes back to. */
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
 * Who takes the money. Stripe, or our own demo, which speaks the same language and charges nobody.
 * Every method throws DomainError PAYMENTS_UNAVAILABLE when the service does not answer.
 */
export interface Payments {
  openCheckout(wish: CheckoutWish): Promise<OpenedCheckout>;
  /** Ends an open purchase, so that nobody pays twice. `completed` when it was paid before. */
  closeCheckout(sessionId: string): Promise<'closed' | 'completed'>;
  /** Where to confirm another plan for a subscription; the service works out what is charged. */
  openPlanChange(
    subscription: SubscriptionFacts,
    planId: string,
    returnUrl: string,
    checkoutId: string,
  ): Promise<{ readonly url: string; readonly sessionId: string }>;
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** At once, without money back; a subscription that has ended stays so. */
  cancelNow(subscription: Subscription): Promise<readonly BillingFact[]>;
  /** At the end of what is paid. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** The subscription and its invoices as they are now. */
  read(subscription: Subscription): Promise<readonly BillingFact[]>;
  /**
   * Checks signature and age of a message, over its very bytes, and translates it.
   * @throws DomainError INVALID_SIGNATURE
   */
  readEvent(body: Uint8Array, signature: string | undefined): Promise<BillingEvent>;
}

/** A message as the payment service sends it. */
export interface SignedEvent {
  readonly body: Uint8Array;
  readonly signature: string;
}

/** What stands in for the customer's clicks on the payment service's pages, in demo mode. */
export interface DemoPayments {
  /** The messages that a purchase causes; a change when there is a subscription already. */
  confirm(
    checkout: Checkout,
    customerId: string,
    current: Subscription | null,
  ): Promise<readonly SignedEvent[]>;
  /** The messages that cancelling at the period's end causes, or taking that back. */
  setCancelled(subscription: Subscription, isCancelled: boolean): Promise<readonly SignedEvent[]>;
}
