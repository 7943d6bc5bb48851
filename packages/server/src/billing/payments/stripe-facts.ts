import type { Stripe } from 'stripe';
import type {
  BillingFact,
  DisputeFacts,
  DisputeState,
  InvoiceFacts,
  InvoicePeriod,
  SubscriptionFacts,
  SubscriptionStatus,
} from '../model.ts';

/** Maps this server's price ids to plans. */
export interface PriceBook {
  readonly planIdFor: (priceId: string) => string | null;
  readonly priceIdFor: (planId: string) => string;
}

/**
 * The subscription's owner. Stored in Stripe's metadata at purchase, so that every message about the subscription
 * includes it.
 */
export interface OwnerMetadata {
  readonly organization_id: string;
  readonly user_id: string;
}

const STATUSES: Readonly<Record<string, SubscriptionStatus>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  incomplete: 'unpaid',
  unpaid: 'unpaid',
  paused: 'unpaid',
  canceled: 'ended',
  incomplete_expired: 'ended',
};

const INVOICE_STATUSES: Readonly<Record<string, InvoiceFacts['status']>> = {
  open: 'open',
  paid: 'paid',
  void: 'void',
  uncollectible: 'void',
};

const toDate = (seconds: number): Date => new Date(seconds * 1000);
const getId = (thing: string | { readonly id: string } | null | undefined): string =>
  typeof thing === 'string' ? thing : (thing?.id ?? '');

/**
 * Reads a subscription from Stripe's object. Returns null if it wasn't bought on this server, since a Stripe account
 * may sell other products too.
 */
export function subscriptionFacts(
  subscription: Stripe.Subscription,
  prices: PriceBook,
): SubscriptionFacts | null {
  const { organization_id: organizationId, user_id: userId } = subscription.metadata;
  const [item] = subscription.items.data;
  if (organizationId === undefined || item === undefined) return null;
  const status = STATUSES[subscription.status] ?? 'unpaid';
  const periodEndsAt = toDate(item.current_period_end);
  const planId = prices.planIdFor(item.price.id);
  if (planId === null && status !== 'ended') throw unknownPrice(item.price.id);
  const cancelAt = subscription.cancel_at === null ? null : toDate(subscription.cancel_at);
  const endedAt = subscription.ended_at === null ? null : toDate(subscription.ended_at);
  return {
    id: subscription.id,
    organizationId,
    holderUserId: userId ?? null,
    customerId: getId(subscription.customer),
    itemId: item.id,
    planId: planId ?? '',
    status,
    periodStartsAt: toDate(item.current_period_start),
    periodEndsAt,
    cancelAt: cancelAt ?? (subscription.cancel_at_period_end ? periodEndsAt : null),
    endedAt: status === 'ended' ? (endedAt ?? periodEndsAt) : null,
  };
}

/**
 * Reads an invoice from Stripe's object. Returns null for a draft, or for an invoice of a subscription that wasn't
 * bought on this server.
 */
export function invoiceFacts(invoice: Stripe.Invoice, prices: PriceBook): InvoiceFacts | null {
  const details = invoice.parent?.subscription_details;
  const organizationId = details?.metadata?.['organization_id'];
  const status = INVOICE_STATUSES[invoice.status ?? ''];
  if (!details || organizationId === undefined || status === undefined) return null;
  return {
    id: invoice.id,
    subscriptionId: getId(details.subscription),
    organizationId,
    holderUserId: details.metadata?.['user_id'] ?? null,
    customerId: getId(invoice.customer),
    number: invoice.number,
    status,
    amountMinor: invoice.total,
    currency: invoice.currency,
    hostedUrl: invoice.hosted_invoice_url ?? null,
    issuedAt: toDate(invoice.status_transitions.finalized_at ?? invoice.created),
    periods: invoice.lines.data.flatMap((line) => toPeriods(line, prices)),
  };
}

/**
 * Reads the period that an invoice line pays for or refunds; a refund of unused time has a negative amount. Lines of a
 * change of plan are marked as prorations, unless the change began a new period.
 */
function toPeriods(line: Stripe.InvoiceLineItem, prices: PriceBook): InvoicePeriod[] {
  const priceId = getId(line.pricing?.price_details?.price);
  const isProration =
    line.parent?.subscription_item_details?.proration ??
    line.parent?.invoice_item_details?.proration ??
    false;
  if (priceId === '' || (isProration && line.amount === 0)) return [];
  const planId = prices.planIdFor(priceId);
  if (planId === null) throw unknownPrice(priceId);
  return [
    {
      kind: line.amount < 0 ? 'credit' : isProration ? 'change' : 'cycle',
      planId,
      startsAt: toDate(line.period.start),
      endsAt: toDate(line.period.end),
    },
  ];
}

const DISPUTE_STATES: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry',
  prevented: 'inquiry',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

/** Reads a dispute from Stripe's object. If its state is unknown, the bank is assumed to hold the money. */
export function disputeFacts({ id, status, amount }: Stripe.Dispute, invoiceId: string): DisputeFacts {
  return { id, invoiceId, state: DISPUTE_STATES[status] ?? 'open', amountMinor: amount };
}

/** Finds the invoice of a payment; null without a payment, or if Stripe lists no invoice for it. */
async function findInvoiceId(
  payment: string | { readonly id: string } | null,
  invoiceOfPayment: (paymentIntentId: string) => Promise<string | null>,
): Promise<string | null> {
  return payment === null ? null : invoiceOfPayment(getId(payment));
}

/**
 * Creates the error for an unknown price. Stripe then sends the message again later, when the operator may have
 * configured the price.
 */
function unknownPrice(priceId: string): Error {
  return new Error(
    `No plan has the Stripe price ${priceId}; see STRIPE_PRICES_PRODUCTION and STRIPE_PRICES_STAGING`,
  );
}

/**
 * Extracts the facts from a message; message types that aren't listed here have none.
 * @param invoiceOfPayment finds the invoice of a payment, since a refund names only the payment
 */
export async function factsOfEvent(
  event: Stripe.Event,
  prices: PriceBook,
  invoiceOfPayment: (paymentIntentId: string) => Promise<string | null>,
): Promise<readonly BillingFact[]> {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted': {
      const subscription = subscriptionFacts(event.data.object, prices);
      return subscription === null ? [] : [{ kind: 'subscription', subscription }];
    }
    case 'invoice.finalized':
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible': {
      const invoice = invoiceFacts(event.data.object, prices);
      return invoice === null ? [] : [{ kind: 'invoice', invoice }];
    }
    case 'charge.refunded': {
      const { payment_intent, refunded: isWhole } = event.data.object;
      const invoiceId = await findInvoiceId(payment_intent, invoiceOfPayment);
      if (invoiceId === null) return [];
      return [{ kind: 'refund', refund: { invoiceId, refundedAt: toDate(event.created), isWhole } }];
    }
    case 'refund.failed': {
      // The bank returned the failed refund to us, so the payment isn't fully refunded.
      const invoiceId = await findInvoiceId(event.data.object.payment_intent, invoiceOfPayment);
      if (invoiceId === null) return [];
      const refundedAt = toDate(event.created);
      return [{ kind: 'refund', refund: { invoiceId, refundedAt, isWhole: false } }];
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed': {
      const dispute = event.data.object;
      const invoiceId = await findInvoiceId(dispute.payment_intent, invoiceOfPayment);
      return invoiceId === null ? [] : [{ kind: 'dispute', dispute: disputeFacts(dispute, invoiceId) }];
    }
    default:
      return [];
  }
}
