import { planById } from '@packshot/contract';
import fc from 'fast-check';
import type { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { invoiceFacts } from './payments/stripe-facts.ts';
import { anyActions, Scenario } from '../testing/billing-space/scenario.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { StripeBooks } from '../testing/stripe-double/books.ts';
import { Customers } from '../testing/stripe-double/customers.ts';
import { MessageWriter } from '../testing/stripe-double/messages.ts';
import { invoiceObject } from '../testing/stripe-double/objects.ts';
import type { InvoiceState, StripeSubscription } from '../testing/stripe-double/objects.ts';
import { toPriceId } from '../testing/stripe-double/prices.ts';
import type { PaidPeriod } from './model.ts';
import { dueMonths } from './months.ts';

const prices = {
  planIdFor: (priceId: string) => priceId.replace('price_test_', ''),
  priceIdFor: toPriceId,
};

/** Opens a model of Stripe for one customer, without a server. */
function openStripe() {
  const clock = new ManualClock();
  const books = new StripeBooks(clock);
  const customers = new Customers(
    books,
    new MessageWriter(clock, 'whsec_of_the_space', (prefix) => books.newId(prefix)),
  );
  const buy = (planId: string) => customers.buy({ userId: 'ann', organizationId: 'shop' }, planId);
  return { clock, books, customers, buy };
}

function toPaidPeriods(invoice: InvoiceState): PaidPeriod[] {
  const { dispute, totalMinor } = invoice;
  const isRefunded = invoice.refundedMinor > 0;
  const isDisputed = dispute !== null && dispute.status !== 'won';
  const paidShare = isRefunded ? 0 : isDisputed ? 1 - dispute.amountMinor / totalMinor : 1;
  const { id, periods } = invoiceFacts(invoiceObject(invoice) as unknown as Stripe.Invoice, prices) ?? {
    periods: [],
  };
  return periods.map((period) => ({
    ...period,
    invoiceId: id ?? '',
    creditsPerMonth: planById(period.planId)?.credits ?? 0,
    paidShare,
    isRefunded,
    isDisputed,
  }));
}

const sumDueCredits = (books: StripeBooks, { id, endedAt }: StripeSubscription): number =>
  dueMonths(
    [...books.invoices.values()].filter(({ subscription }) => subscription.id === id).flatMap(toPaidPeriods),
    books.clock.now(),
    endedAt,
  ).reduce((sum, { credits }) => sum + credits, 0);

/** Whether a subscription has a payment that wasn't fully refunded. */
const isPaidFor = (books: StripeBooks, { id }: StripeSubscription): boolean =>
  [...books.invoices.values()]
    .filter(({ subscription, totalMinor }) => subscription.id === id && totalMinor >= 0)
    .some((invoice) => toPaidPeriods(invoice).some(({ paidShare }) => paidShare > 0));

it('billing grants exactly the paid credits at every moment, after any purchase, change, end, refund or dispute', () => {
  const startDay = fc.nat(800);
  fc.assert(
    fc.property(startDay, anyActions(16), (day, actions) => {
      const stripe = openStripe();
      stripe.clock.advance(day * 24 * 3600);
      const scenario = new Scenario(stripe);
      for (const action of actions) {
        scenario.play(action);
        const subscriptions = [...stripe.books.subscriptions.values()];
        const due = subscriptions.reduce((sum, each) => sum + sumDueCredits(stripe.books, each), 0);
        const owed = scenario.entitlement.due(stripe.clock.now());
        // The credits are never fewer than those paid for, and at most one more per subscription because sums are
        // rounded up.
        expect(due).toBeGreaterThanOrEqual(owed - 0.011 * subscriptions.length);
        expect(due).toBeLessThan(owed + subscriptions.length + 1e-6);
        // A subscription without a payment may have at most one free credit, from rounding.
        for (const each of subscriptions) {
          if (!isPaidFor(stripe.books, each))
            expect(sumDueCredits(stripe.books, each)).toBeLessThanOrEqual(1);
        }
      }
    }),
    { numRuns: Number(process.env['BILLING_RUNS'] ?? 200) },
  );
});
