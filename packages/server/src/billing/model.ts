import type { BillingMode, PlanTerm } from '@packshot/contract';

/** Whether plans, prices and credits apply at all. */
export const isBillingOn = ({ mode }: Pick<BillingSettings, 'mode'>): boolean => mode !== 'off';

/** Payment environments. A subscription belongs to one; the server ignores subscriptions of the others. */
export const BILLING_ENVIRONMENTS = ['production', 'staging', 'demo'] as const;
export type BillingEnvironment = (typeof BILLING_ENVIRONMENTS)[number];

/** Payment states that the payment service reports for a subscription; `ended` is final. */
export const SUBSCRIPTION_STATUSES = ['unpaid', 'active', 'past_due', 'ended'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** A subscription as the payment service describes it at one moment. */
export interface SubscriptionFacts {
  readonly id: string;
  readonly organizationId: string;
  /** The buyer, because a plan is for one user. Null if the payment service doesn't know them. */
  readonly holderUserId: string | null;
  readonly customerId: string;
  /** The subscription's only item, which a change of plan replaces. */
  readonly itemId: string;
  readonly planId: string;
  readonly status: SubscriptionStatus;
  readonly periodStartsAt: Date;
  readonly periodEndsAt: Date;
  /** Time at which the subscription is scheduled to end; null while it renews automatically. */
  readonly cancelAt: Date | null;
  readonly endedAt: Date | null;
}

/**
 * A line of an invoice. `cycle` is a whole billing period, each of whose months grants credits. `change` is another
 * plan, starting within a period. `credit` is time of the old plan that a change of plan refunds.
 */
export interface InvoicePeriod {
  readonly kind: 'cycle' | 'change' | 'credit';
  readonly planId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface InvoiceFacts {
  readonly id: string;
  readonly subscriptionId: string;
  readonly organizationId: string;
  readonly holderUserId: string | null;
  readonly customerId: string;
  readonly number: string | null;
  readonly status: 'open' | 'paid' | 'void';
  /** Total of the invoice in the currency's smallest unit. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly hostedUrl: string | null;
  readonly issuedAt: Date;
  readonly periods: readonly InvoicePeriod[];
}

export interface RefundFacts {
  readonly invoiceId: string;
  readonly refundedAt: Date;
  /** True for a full refund, which also revokes the credits; a partial refund only returns money. */
  readonly isWhole: boolean;
}

/** State of a dispute; `won` and `lost` are final. An `inquiry` hasn't withdrawn any money yet. */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A chargeback: the cardholder's bank withdraws a payment, at least until the dispute is decided. */
export interface DisputeFacts {
  readonly id: string;
  readonly invoiceId: string;
  readonly state: DisputeState;
  /** Disputed amount of the payment, in the currency's smallest unit. */
  readonly amountMinor: number;
}

export type BillingFact =
  | { readonly kind: 'subscription'; readonly subscription: SubscriptionFacts }
  | { readonly kind: 'invoice'; readonly invoice: InvoiceFacts }
  | { readonly kind: 'refund'; readonly refund: RefundFacts }
  | { readonly kind: 'dispute'; readonly dispute: DisputeFacts };

/** One signed message of the payment service, verified and parsed. */
export interface BillingEvent {
  readonly id: string;
  readonly type: string;
  /** Time in whole seconds, by the payment service's clock. */
  readonly createdAt: Date;
  /** Facts from the message; empty if it is irrelevant to us. */
  readonly facts: readonly BillingFact[];
}

export interface Subscription extends SubscriptionFacts {
  readonly environment: BillingEnvironment;
  /**
   * True if the organization already had a subscription when this one began. The server grants the credits paid for by
   * the duplicate, then cancels it.
   */
  readonly isDuplicate: boolean;
  /** Time at which the payment service reported this state of the subscription. */
  readonly describedAt: Date;
  /** True if messages left the state unclear, so that the payment service has to be polled. */
  readonly needsSync: boolean;
  /** End of the time that was paid for and not refunded; null if no time was paid for. */
  readonly paidUntil: Date | null;
  /** Time at which the next month of credits is due, or null if none is. */
  readonly nextGrantAt: Date | null;
}

/** A line of a paid invoice, with the current state of its payment. */
export interface PaidPeriod extends InvoicePeriod {
  readonly invoiceId: string;
  /**
   * Share of the line's amount that remains paid: 1 when paid in full, 0 after a full refund. Less than 1 while a part
   * is disputed, or after the dispute was lost.
   */
  readonly paidShare: number;
  readonly isRefunded: boolean;
  /** True once the payment was disputed, even if the dispute was won. */
  readonly isDisputed: boolean;
  /**
   * Monthly credits of the plan when the invoice was stored, so that later changes to the plan only affect later
   * invoices.
   */
  readonly creditsPerMonth: number;
}

/** A month of a plan, with the credits it should grant and those it granted. */
export interface PlanMonth {
  readonly subscriptionId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** User who received the credits; null after their account was deleted together with its credits. */
  readonly userId: string | null;
  readonly planId: string;
  /** Number of credits due at the last check. */
  readonly dueCredits: number;
  readonly grantedCredits: number;
  readonly reclaimedCredits: number;
  /** Number that increases with each change; used in the reference of ledger entries. */
  readonly version: number;
}

export interface StoredInvoice extends InvoiceFacts {
  readonly refundedAt: Date | null;
  /** True during a dispute about the invoice's payment and after a lost one. */
  readonly isDisputed: boolean;
}

export interface Checkout {
  readonly id: string;
  readonly environment: BillingEnvironment;
  readonly organizationId: string;
  readonly userId: string;
  readonly planId: string;
  /** Id of the payment service's session. */
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
}

export interface BillingSettings {
  readonly mode: BillingMode;
  readonly environment: BillingEnvironment;
  readonly currency: string;
  /** Stripe price ids by plan id; empty without Stripe. */
  readonly stripePriceIds: Readonly<Record<string, string>>;
  /** How long a plan continues after its paid time ends. */
  readonly graceMs: number;
}

export const MONTHS_OF_TERM: Readonly<Record<PlanTerm, number>> = { month: 1, year: 12 };
