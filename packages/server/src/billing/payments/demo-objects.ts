import type { Stripe } from 'stripe';
import type { SubscriptionFacts } from '../model.ts';
import type { PriceBook } from './stripe-facts.ts';
import { STRIPE_API_VERSION } from './stripe-payments.ts';

export interface DemoLine {
  readonly price: string;
  readonly amountMinor: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isProration: boolean;
}

const toSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
const secondsOrNull = (moment: Date | null): number | null => (moment === null ? null : toSeconds(moment));

/** An object with some of the fields of a Stripe object: those that our code reads. */
type PartOf<T> = { [Key in keyof T]?: unknown };

export function demoSubscription(facts: SubscriptionFacts, prices: PriceBook) {
  return {
    id: facts.id,
    object: 'subscription',
    livemode: false,
    status: facts.status === 'ended' ? 'canceled' : facts.status,
    customer: facts.customerId,
    metadata: toOwnerMetadata(facts),
    cancel_at: secondsOrNull(facts.cancelAt),
    cancel_at_period_end: facts.cancelAt !== null,
    ended_at: secondsOrNull(facts.endedAt),
    items: {
      object: 'list',
      data: [
        {
          id: facts.itemId,
          object: 'subscription_item',
          current_period_start: toSeconds(facts.periodStartsAt),
          current_period_end: toSeconds(facts.periodEndsAt),
          price: { id: prices.priceIdFor(facts.planId), object: 'price' },
          quantity: 1,
        },
      ],
    },
  } satisfies PartOf<Stripe.Subscription>;
}

export function demoInvoice(
  subscription: SubscriptionFacts,
  lines: readonly DemoLine[],
  { id, currency, at }: { readonly id: string; readonly currency: string; readonly at: Date },
) {
  const total = lines.reduce((sum, line) => sum + line.amountMinor, 0);
  return {
    id,
    object: 'invoice',
    livemode: false,
    status: 'paid',
    number: `DEMO-${id.slice(-8).toUpperCase()}`,
    customer: subscription.customerId,
    currency,
    total,
    created: toSeconds(at),
    hosted_invoice_url: null,
    status_transitions: { finalized_at: toSeconds(at), paid_at: toSeconds(at) },
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: toOwnerMetadata(subscription) },
    },
    lines: {
      object: 'list',
      data: lines.map((line, index) => ({
        id: `il_${id}_${index}`,
        object: 'line_item',
        amount: line.amountMinor,
        currency,
        period: { start: toSeconds(line.startsAt), end: toSeconds(line.endsAt) },
        pricing: { type: 'price_details', price_details: { price: line.price } },
        parent: {
          type: 'subscription_item_details',
          subscription_item_details: { proration: line.isProration, subscription: subscription.id },
        },
      })),
    },
  } satisfies PartOf<Stripe.Invoice>;
}

const toOwnerMetadata = ({ organizationId, holderUserId }: SubscriptionFacts) => ({
  organization_id: organizationId,
  ...(holderUserId !== null && { user_id: holderUserId }),
});

export function demoEvent(id: string, type: string, object: object, at: Date) {
  return {
    id,
    object: 'event',
    api_version: STRIPE_API_VERSION,
    created: toSeconds(at),
    livemode: false,
    type,
    data: { object },
  };
}
