import type { BillingMode, PlanTerm } from '@packshot/contract';

/** Whether plans, prices and credits apply at all. The only check for this. */
export const isBillingOn = ({ mode }: Pick<BillingSettings, 'mode'>): boolean => mode !== 'off';

/** The environment a subscription belongs to. Subscriptions of other environments are ignored. */
export const BILLING_ENVIRONMENTS = ['production', 'staging', 'demo'] as const;
export type BillingEnvironment = (typeof BILLING_ENVIRONMENTS)[number];

/** The payment state that the service reports; `ended` is final. */
export const SUBSCRIPTION_STATUSES = ['unpaid', 'active', 'past_due', 'ended'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** A subscription as the payment service describes it at one moment. */
export interface SubscriptionFacts {
  readonly id: string;
  readonly organizationId: string;
  /** The buyer; a plan is for one user. Null if the service doesn't know. */
  readonly holderUserId: string | null;
  readonly customerId: string;
  /** The subscription's only item, which a change of plan replaces. */
  readonly itemId: string;
  readonly planId: string;
  readonly status: SubscriptionStatus;
  readonly periodStartsAt: Date;
  readonly periodEndsAt: Date;
  /** Scheduled end; null while it renews automatically. */
  readonly cancelAt: Date | null;
  readonly endedAt: Date | null;
}

/**
 * A line of an invoice. `cycle`: a whole period, each of whose months grants credits. `change`: another plan, starting
 * within a period. `credit`: refunded time of a plan that a change replaces.
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
  /** In the currency's smallest unit. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly hostedUrl: string | null;
  readonly issuedAt: Date;
  readonly periods: readonly InvoicePeriod[];
}

export interface RefundFacts {
  readonly invoiceId: string;
  readonly refundedAt: Date;
  /** A partial refund only moves money; a full refund also revokes the credits. */
  readonly isWhole: boolean;
}

/** State of a dispute; `won` and `lost` are final. An `inquiry` hasn't withdrawn any money yet. */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A chargeback: the cardholder's bank takes a payment back, at first until the dispute is decided. */
export interface DisputeFacts {
  readonly id: string;
  readonly invoiceId: string;
  readonly state: DisputeState;
  /** The disputed part of the payment, in the currency's smallest unit. */
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
  /** Whole seconds, by the service's clock. */
  readonly createdAt: Date;
  /** Empty if the message is irrelevant to us. */
  readonly facts: readonly BillingFact[];
}

/** A stored subscription. */
export interface Subscription extends SubscriptionFacts {
  readonly environment: BillingEnvironment;
  /** Set if the organization already had a subscription. A duplicate grants the credits that were paid for and is canceled. */
  readonly isDuplicate: boolean;
  /** The time the facts describe. */
  readonly describedAt: Date;
  /** True if the events left something unclear, so that the service has to be polled. */
  readonly needsSync: boolean;
  /** End of paid time minus refunds; null without paid time. */
  readonly paidUntil: Date | null;
  /** Time the next month of credits is due; null if no month is. */
  readonly nextGrantAt: Date | null;
}

/** A line of a paid invoice, with the current state of its payment. */
export interface PaidPeriod extends InvoicePeriod {
  readonly invoiceId: string;
  /**
   * 1 when paid in full, 0 after a full refund, and reduced by the share that is disputed or was lost in a
   * dispute.
   */
  readonly paidShare: number;
  readonly isRefunded: boolean;
  /** Stays true after a won dispute. */
  readonly isDisputed: boolean;
  /** Fixed at purchase, so that later changes to the plan only affect later invoices. */
  readonly creditsPerMonth: number;
}

/** A month of a plan, with the credits it should grant and those it granted. */
export interface PlanMonth {
  readonly subscriptionId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Null after the account was deleted, together with its credits. */
  readonly userId: string | null;
  readonly planId: string;
  /** The due amount at the last check. */
  readonly dueCredits: number;
  readonly grantedCredits: number;
  readonly reclaimedCredits: number;
  /** Increases with each change; part of the ledger's reference. */
  readonly version: number;
}

export interface StoredInvoice extends InvoiceFacts {
  readonly refundedAt: Date | null;
  /** True during a dispute and after a lost one. */
  readonly isDisputed: boolean;
}

/** A purchase in progress. */
export interface Checkout {
  readonly id: string;
  readonly environment: BillingEnvironment;
  readonly organizationId: string;
  readonly userId: string;
  readonly planId: string;
  /** The payment service's session id. */
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
}

/** Settings of billing. */
export interface BillingSettings {
  readonly mode: BillingMode;
  readonly environment: BillingEnvironment;
  readonly currency: string;
  /** Stripe price ids by plan id; empty without Stripe. */
  readonly stripePriceIds: Readonly<Record<string, string>>;
  /** Time a plan continues after its paid time ends. */
  readonly graceMs: number;
}

export const MONTHS_OF_TERM: Readonly<Record<PlanTerm, number>> = { month: 1, year: 12 };
