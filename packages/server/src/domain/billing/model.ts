import type { BillingMode, PlanTerm } from '@packshot/contract';

/** Where a subscription lives. Those of another world than the server's own count for nothing. */
export const BILLING_WORLDS = ['production', 'staging', 'demo'] as const;
export type BillingWorld = (typeof BILLING_WORLDS)[number];

/** What the payment service says of a subscription's payments; `ended` is final. */
export const SUBSCRIPTION_STATUSES = ['unpaid', 'active', 'past_due', 'ended'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** A subscription as the payment service describes it at one moment. */
export interface SubscriptionFacts {
  readonly id: string;
  readonly organizationId: string;
  /** Who bought it: a plan is for one user. Null when the service does not know. */
  readonly holderUserId: string | null;
  readonly customerId: string;
  /** The one line of the subscription: what a change of plan replaces. */
  readonly itemId: string;
  readonly planId: string;
  readonly status: SubscriptionStatus;
  readonly periodStartsAt: Date;
  readonly periodEndsAt: Date;
  /** When it will end; null while it renews itself. */
  readonly cancelAt: Date | null;
  readonly endedAt: Date | null;
}

/**
 * A line of an invoice. `cycle`: a whole period, whose months each bring credits. `change`: another plan from the middle
 * of a period on. `credit`: time of a plan that is given back, because a change takes its place.
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
  /** Smallest units of the currency. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly hostedUrl: string | null;
  readonly issuedAt: Date;
  readonly periods: readonly InvoicePeriod[];
}

export interface RefundFacts {
  readonly invoiceId: string;
  readonly refundedAt: Date;
  /** A part that is given back is about money alone; the whole also takes the credits back. */
  readonly isWhole: boolean;
}

/** What a dispute says of its payment; `won` and `lost` are final. An `inquiry` has taken no money (yet). */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A cardholder's bank takes a payment back (a chargeback), at first for the time of a dispute. */
export interface DisputeFacts {
  readonly id: string;
  readonly invoiceId: string;
  readonly state: DisputeState;
  /** How much of the payment is disputed, in the smallest units of its currency. */
  readonly amountMinor: number;
}

export type BillingFact =
  | { readonly kind: 'subscription'; readonly subscription: SubscriptionFacts }
  | { readonly kind: 'invoice'; readonly invoice: InvoiceFacts }
  | { readonly kind: 'refund'; readonly refund: RefundFacts }
  | { readonly kind: 'dispute'; readonly dispute: DisputeFacts };

/** One signed message of the payment service, verified and translated. */
export interface BillingEvent {
  readonly id: string;
  readonly type: string;
  /** By the service's clock, whole seconds. */
  readonly createdAt: Date;
  /** Empty for what does not concern us. */
  readonly facts: readonly BillingFact[];
}

/** What is stored of a subscription. */
export interface Subscription extends SubscriptionFacts {
  readonly world: BillingWorld;
  /** Another one of the organization was there before: it gives what was paid for, and is cancelled. */
  readonly isDuplicate: boolean;
  /** The moment that the facts describe. */
  readonly describedAt: Date;
  /** True when the service has to be asked, because the events leave something open. */
  readonly needsSync: boolean;
  /** Paid so far, refunds taken off; null when nothing is. */
  readonly paidUntil: Date | null;
  /** When the next month of credits falls due; null when none does. */
  readonly nextGrantAt: Date | null;
}

/** A line of a paid invoice, and what has become of the payment. */
export interface PaidPeriod extends InvoicePeriod {
  readonly invoiceId: string;
  /** 1, but 0 after a refund of the whole, and less by the share that is disputed or was lost in a dispute. */
  readonly paidShare: number;
  readonly isRefunded: boolean;
  /** Also after a dispute that was won. */
  readonly isDisputed: boolean;
  /** What its plan gave when it was bought: a plan that changes later changes for later invoices. */
  readonly creditsPerMonth: number;
}

/** A month of a plan: what it should have given, and what it gave. */
export interface PlanMonth {
  readonly subscriptionId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Null after the account was deleted: what it had is gone with it, and is nobody else's. */
  readonly userId: string | null;
  readonly planId: string;
  /** What was due when it was last looked at. */
  readonly dueCredits: number;
  readonly grantedCredits: number;
  readonly takenBackCredits: number;
  /** Grows with each change; part of the ledger's reference. */
  readonly version: number;
}

export interface StoredInvoice extends InvoiceFacts {
  readonly refundedAt: Date | null;
  /** True while it is disputed, and after a dispute that was lost. */
  readonly isDisputed: boolean;
}

/** A purchase under way. */
export interface Checkout {
  readonly id: string;
  readonly world: BillingWorld;
  readonly organizationId: string;
  readonly userId: string;
  readonly planId: string;
  /** What the payment service calls it. */
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
}

/** What the domain is told about billing. */
export interface BillingSettings {
  readonly mode: BillingMode;
  readonly world: BillingWorld;
  readonly currency: string;
  /** By plan id; empty without Stripe. */
  readonly stripePriceIds: Readonly<Record<string, string>>;
  /** How long a plan goes on after what was paid for has ended. */
  readonly graceMs: number;
}

export const MONTHS_OF_TERM: Readonly<Record<PlanTerm, number>> = { month: 1, year: 12 };
