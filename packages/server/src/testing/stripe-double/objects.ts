/* Builds objects as in Stripe's API and messages, limited to the fields that our code reads. */

export type Json = Record<string, unknown>;

export interface StripeSubscription {
  id: string;
  itemId: string;
  customer: string;
  metadata: Json;
  price: string;
  status: string;
  startsAt: Date;
  endsAt: Date;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
}
export interface InvoiceState {
  id: string;
  subscription: StripeSubscription;
  status: string;
  totalMinor: number;
  lines: readonly LineState[];
  createdAt: Date;
  paymentIntent: string;
  refundedMinor: number;
  dispute: StripeDispute | null;
}
export interface StripeDispute {
  id: string;
  status: string;
  amountMinor: number;
}

export const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

export function subscriptionObject(state: StripeSubscription): Json {
  return {
    id: state.id,
    object: 'subscription',
    livemode: false,
    customer: state.customer,
    status: state.status,
    metadata: state.metadata,
    cancel_at: state.cancelAtPeriodEnd ? seconds(state.endsAt) : null,
    cancel_at_period_end: state.cancelAtPeriodEnd,
    ended_at: state.endedAt === null ? null : seconds(state.endedAt),
    items: {
      object: 'list',
      has_more: false,
      data: [
        {
          id: state.itemId,
          object: 'subscription_item',
          quantity: 1,
          price: { id: state.price, object: 'price' },
          current_period_start: seconds(state.startsAt),
          current_period_end: seconds(state.endsAt),
        },
      ],
    },
  };
}

export function invoiceObject(state: InvoiceState): Json {
  const { subscription } = state;
  return {
    id: state.id,
    object: 'invoice',
    livemode: false,
    number: `TEST-${state.id.slice(-4)}`,
    customer: subscription.customer,
    currency: 'usd',
    status: state.status,
    total: state.totalMinor,
    created: seconds(state.createdAt),
    hosted_invoice_url: `https://invoice.stripe.com/i/${state.id}`,
    status_transitions: { finalized_at: seconds(state.createdAt), paid_at: null },
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    lines: { object: 'list', has_more: false, data: state.lines.map(lineObject) },
  };
}

export function chargeObject(invoice: InvoiceState): Json {
  return {
    id: `ch_${invoice.id}`,
    object: 'charge',
    amount: invoice.totalMinor,
    amount_refunded: invoice.refundedMinor,
    refunded: invoice.refundedMinor === invoice.totalMinor,
    payment_intent: invoice.paymentIntent,
    disputed: invoice.dispute !== null,
  };
}

export function refundObject(invoice: InvoiceState, id: string, status: string): Json {
  return {
    id,
    object: 'refund',
    amount: invoice.refundedMinor,
    charge: `ch_${invoice.id}`,
    payment_intent: invoice.paymentIntent,
    status,
  };
}

export function disputeObject({ id, status, amountMinor }: StripeDispute, invoice: InvoiceState): Json {
  return {
    id,
    object: 'dispute',
    amount: amountMinor,
    currency: 'usd',
    charge: `ch_${invoice.id}`,
    payment_intent: invoice.paymentIntent,
    reason: 'fraudulent',
    status,
  };
}

export interface LineState {
  readonly id: string;
  readonly price: string;
  readonly amountMinor: number;
  readonly from: Date;
  readonly to: Date;
  readonly isProration: boolean;
}

function lineObject({ id, price, amountMinor, from, to, isProration }: LineState): Json {
  return {
    id,
    object: 'line_item',
    amount: amountMinor,
    currency: 'usd',
    period: { start: seconds(from), end: seconds(to) },
    pricing: { type: 'price_details', price_details: { price, product: 'prod_test' } },
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: { proration: isProration, subscription: '', subscription_item: '' },
    },
  };
}
