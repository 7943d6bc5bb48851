import type { Clock } from '../../platform/clock.ts';
import type { InvoiceState, Json, LineState, StripeSubscription } from './objects.ts';
import { termMinor } from './prices.ts';

export type SessionState = Json & { status: string };

/** Database of the fake Stripe: every object ever created, by id. */
export class StripeBooks {
  readonly clock: Clock;
  readonly customers = new Map<string, Json>();
  readonly sessions = new Map<string, SessionState>();
  readonly subscriptions = new Map<string, StripeSubscription>();
  readonly invoices = new Map<string, InvoiceState>();
  #serial = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  newId(prefix: string): string {
    this.#serial += 1;
    return `${prefix}_${String(this.#serial).padStart(6, '0')}`;
  }

  subscription(id: string): StripeSubscription {
    const state = this.subscriptions.get(id);
    if (state === undefined) throw new Error(`No subscription ${id}`);
    return state;
  }

  invoice(id: string): InvoiceState {
    const state = this.invoices.get(id);
    if (state === undefined) throw new Error(`No invoice ${id}`);
    return state;
  }

  line(state: Omit<LineState, 'id'>): LineState {
    return { id: this.newId('il'), ...state };
  }

  addInvoice(subscription: StripeSubscription, lines: readonly LineState[], status = 'paid'): InvoiceState {
    const invoice: InvoiceState = {
      id: this.newId('in'),
      subscription,
      status,
      lines,
      totalMinor: lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      createdAt: this.clock.now(),
      paymentIntent: this.newId('pi'),
      refundedMinor: 0,
      dispute: null,
    };
    this.invoices.set(invoice.id, invoice);
    return invoice;
  }

  /** Adds the invoice for the subscription's current billing period. */
  addTermInvoice(subscription: StripeSubscription, status = 'paid'): InvoiceState {
    const { price, startsAt: from, endsAt: to } = subscription;
    const line = this.line({ price, amountMinor: termMinor(price) ?? 0, from, to, isProration: false });
    return this.addInvoice(subscription, [line], status);
  }
}
