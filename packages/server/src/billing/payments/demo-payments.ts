import { bind } from '../../platform/bind.ts';
import { createHash } from 'node:crypto';
import { planById } from '@packshot/contract';
import { Stripe } from 'stripe';
import { addMonths } from '../months.ts';
import type { BillingFact, Subscription, SubscriptionFacts } from '../model.ts';
import { MONTHS_OF_TERM } from '../model.ts';
import { PLACES } from '../places.ts';
import { termPrice } from '../present.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DemoPayments, Payments, SignedEvent } from './payments.ts';
import { demoEvent, demoInvoice, demoSubscription } from './demo-objects.ts';
import type { DemoLine } from './demo-objects.ts';
import { readStripeEvent } from './event-reader.ts';
import { invoiceFacts } from './stripe-facts.ts';
import type { PriceBook } from './stripe-facts.ts';

const PRICE_PREFIX = 'price_demo_';
const CENTS = 100;

/** Price ids that exist only in demo mode. */
const demoPrices: PriceBook = {
  planIdFor: (priceId) => {
    const planId = priceId.startsWith(PRICE_PREFIX) ? priceId.slice(PRICE_PREFIX.length) : '';
    return planById(planId) === null ? null : planId;
  },
  priceIdFor: (planId) => PRICE_PREFIX + planId,
};

export interface DemoOptions {
  readonly webhookSecret: string;
  readonly currency: string;
  readonly clock: Clock;
}

/**
 * A simulated payment service that charges no money. Sends the same messages as Stripe, with the same signatures, so
 * that the rest of the code runs as in a real purchase.
 */
export function createDemoPayments(options: DemoOptions): Payments & DemoPayments {
  const { webhookSecret, clock } = options;
  const reader = {
    webhookSecret,
    isLive: false,
    prices: demoPrices,
    clock,
    invoiceOfPayment: async () => null,
  };
  const sign = (event: Pick<Stripe.Event, 'id' | 'created'>): SignedEvent => {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: webhookSecret,
      timestamp: event.created,
    });
    return { body: Buffer.from(payload), signature };
  };
  return {
    openCheckout: async ({ id, organizationId }) => ({
      url: PLACES.demoCheckout(id),
      sessionId: id,
      customerId: `cus_demo_${shortId(organizationId)}`,
    }),
    closeCheckout: async () => 'closed',
    openPlanChange: async (_subscription, _planId, _returnUrl, checkoutId) => ({
      url: PLACES.demoCheckout(checkoutId),
      sessionId: checkoutId,
    }),
    openPortal: async () => PLACES.demoPortal,
    cancelNow: async (subscription) => [
      { kind: 'subscription', subscription: { ...subscription, status: 'ended', endedAt: clock.now() } },
    ],
    // Nothing to do: no money is charged at the end of the period.
    cancelAtPeriodEnd: async () => undefined,
    read: async (subscription) => renewPlan(options, subscription),
    readEvent: bind(reader, readStripeEvent),

    async confirm(checkout, customerId, current) {
      const at = clock.now();
      const { subscription, lines } =
        current === null ? purchasePlan(checkout, customerId, at) : changePlan(current, checkout.planId, at);
      const kind = current === null ? 'customer.subscription.created' : 'customer.subscription.updated';
      const invoice = demoInvoice(subscription, lines, {
        id: `in_demo_${shortId(checkout.id)}`,
        currency: options.currency,
        at,
      });
      return [
        sign(
          demoEvent(
            `evt_demo_${shortId(checkout.id)}_1`,
            kind,
            demoSubscription(subscription, demoPrices),
            at,
          ),
        ),
        sign(demoEvent(`evt_demo_${shortId(checkout.id)}_2`, 'invoice.paid', invoice, at)),
      ];
    },

    async setCanceled(subscription, isCanceled) {
      const at = clock.now();
      const cancelAt = isCanceled ? subscription.periodEndsAt : null;
      const changedSubscription = demoSubscription({ ...subscription, cancelAt }, demoPrices);
      const id = `evt_demo_${shortId(`${subscription.id}:${String(isCanceled)}:${at.toISOString()}`)}`;
      return [sign(demoEvent(id, 'customer.subscription.updated', changedSubscription, at))];
    },
  };
}

/** Derives an id of fixed length from a text, always the same one. */
const shortId = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

const getTermMonths = (planId: string): number => MONTHS_OF_TERM[planById(planId)?.term ?? 'month'];
function getTermCents(planId: string): number {
  const plan = planById(planId);
  return plan === null ? 0 : termPrice(plan) * CENTS;
}

interface Bought {
  readonly subscription: SubscriptionFacts;
  readonly lines: readonly DemoLine[];
}

function purchasePlan(
  { id, organizationId, userId, planId }: Parameters<DemoPayments['confirm']>[0],
  customerId: string,
  at: Date,
): Bought {
  const subscription: SubscriptionFacts = {
    id: `sub_demo_${shortId(id)}`,
    organizationId,
    holderUserId: userId,
    customerId,
    itemId: `si_demo_${shortId(id)}`,
    planId,
    status: 'active',
    periodStartsAt: wholeSecond(at),
    periodEndsAt: addMonths(wholeSecond(at), getTermMonths(planId)),
    cancelAt: null,
    endedAt: null,
  };
  return { subscription, lines: [cycleLine(subscription)] };
}

/**
 * Simulates a change of plan as Stripe performs it. A plan with another billing term begins a new period. Otherwise,
 * the rest of the period is charged at the new price and the rest of the old plan is credited.
 */
function changePlan(current: Subscription, planId: string, at: Date): Bought {
  const now = wholeSecond(at);
  const lengthMs = current.periodEndsAt.getTime() - current.periodStartsAt.getTime();
  const rest = Math.max(0, current.periodEndsAt.getTime() - now.getTime()) / lengthMs;
  const credit: DemoLine = {
    price: demoPrices.priceIdFor(current.planId),
    amountMinor: -Math.round(getTermCents(current.planId) * rest),
    startsAt: now,
    endsAt: current.periodEndsAt,
    isProration: true,
  };
  if (getTermMonths(current.planId) !== getTermMonths(planId)) {
    const periodEndsAt = addMonths(now, getTermMonths(planId));
    const subscription = { ...current, planId, periodStartsAt: now, periodEndsAt, cancelAt: null };
    return { subscription, lines: [credit, cycleLine(subscription)] };
  }
  const debit: DemoLine = {
    ...credit,
    price: demoPrices.priceIdFor(planId),
    amountMinor: Math.round(getTermCents(planId) * rest),
  };
  return { subscription: { ...current, planId, cancelAt: null }, lines: [credit, debit] };
}

function cycleLine({ planId, periodStartsAt, periodEndsAt }: SubscriptionFacts): DemoLine {
  return {
    price: demoPrices.priceIdFor(planId),
    amountMinor: getTermCents(planId),
    startsAt: periodStartsAt,
    endsAt: periodEndsAt,
    isProration: false,
  };
}

/** Computes the current state of a subscription: renewed for every period that ended, or ended if it was canceled. */
function renewPlan({ clock, currency }: DemoOptions, subscription: Subscription): readonly BillingFact[] {
  const now = clock.now();
  const facts: BillingFact[] = [];
  let current: SubscriptionFacts = subscription;
  while (current.cancelAt === null && current.periodEndsAt <= now) {
    const periodStartsAt = current.periodEndsAt;
    const periodEndsAt = addMonths(periodStartsAt, getTermMonths(current.planId));
    current = { ...current, periodStartsAt, periodEndsAt };
    const id = `in_demo_${shortId(`${current.id}:${periodStartsAt.toISOString()}`)}`;
    const invoice = demoInvoice(current, [cycleLine(current)], { id, currency, at: periodStartsAt });
    const recognizedInvoice = invoiceFacts(asStripes(invoice), demoPrices);
    if (recognizedInvoice !== null) facts.push({ kind: 'invoice', invoice: recognizedInvoice });
  }
  const { cancelAt } = current;
  if (cancelAt !== null && cancelAt <= now) current = { ...current, status: 'ended', endedAt: cancelAt };
  return [{ kind: 'subscription', subscription: current }, ...facts];
}

/** The demo's objects have only the fields that our code reads, so the type has to be asserted. */
const asStripes = (invoice: object): Stripe.Invoice => invoice as Stripe.Invoice;

const wholeSecond = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 1000) * 1000);
