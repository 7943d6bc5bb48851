import { addMonths } from '../../billing/months.ts';
import type { StripeBooks } from './books.ts';
import type { StripeMessage, MessageWriter } from './messages.ts';
import {
  chargeObject,
  disputeObject,
  invoiceObject,
  refundObject,
  seconds,
  subscriptionObject,
} from './objects.ts';
import type { InvoiceState, Json, LineState, StripeSubscription } from './objects.ts';
import { toPriceId, termMinor, termMonths } from './prices.ts';

/** Performs actions of customers, and passing time. Most methods return the messages that Stripe would send. */
export class Customers {
  readonly #books: StripeBooks;
  readonly #messages: MessageWriter;

  constructor(books: StripeBooks, messages: MessageWriter) {
    this.#books = books;
    this.#messages = messages;
  }

  pay(sessionId: string): { subscriptionId: string; invoiceId: string; messages: StripeMessage[] } {
    const session = this.#books.sessions.get(sessionId);
    if (session?.status !== 'open') throw new Error(`The session ${sessionId} is not open`);
    session.status = 'complete';
    const price = String(session['price']);
    const startsAt = this.#wholeSecond();
    const state: StripeSubscription = {
      id: this.#books.newId('sub'),
      itemId: this.#books.newId('si'),
      customer: String(session['customer']),
      metadata: session['metadata'] as Json,
      price,
      status: 'active',
      startsAt,
      endsAt: addMonths(startsAt, termMonths(price)),
      cancelAtPeriodEnd: false,
      endedAt: null,
    };
    this.#books.subscriptions.set(state.id, state);
    const invoice = this.#books.addTermInvoice(state);
    const created = { ...subscriptionObject(state), status: 'incomplete' };
    return {
      subscriptionId: state.id,
      invoiceId: invoice.id,
      messages: [
        this.#messages.write('checkout.session.completed', session),
        this.#messages.write('customer.subscription.created', created),
        this.#paid(invoice),
        this.#updated(state),
      ],
    };
  }

  /** Buys a plan on one of Stripe's own pages, without a checkout of ours. */
  buy({ userId, organizationId }: { userId: string; organizationId: string }, planId: string) {
    const id = this.#books.newId('cs');
    const metadata = { organization_id: organizationId, user_id: userId };
    const customer = `cus_${organizationId}`;
    this.#books.sessions.set(id, { id, status: 'open', customer, price: toPriceId(planId), metadata });
    return this.pay(id);
  }

  /** Starts the subscription's next period; its payment succeeds or fails. */
  renew(subscriptionId: string, payment: 'paid' | 'failed' = 'paid'): StripeMessage[] {
    const state = this.#books.subscription(subscriptionId);
    state.startsAt = state.endsAt;
    state.endsAt = addMonths(state.startsAt, termMonths(state.price));
    state.status = payment === 'paid' ? 'active' : 'past_due';
    const invoice = this.#books.addTermInvoice(state, payment === 'paid' ? 'paid' : 'open');
    const type = payment === 'paid' ? 'invoice.paid' : 'invoice.payment_failed';
    return [this.#updated(state), this.#messages.write(type, invoiceObject(invoice))];
  }

  /** Lets the last failed payment succeed. */
  payLate(subscriptionId: string): StripeMessage[] {
    const state = this.#books.subscription(subscriptionId);
    state.status = 'active';
    const invoice = [...this.#books.invoices.values()].findLast((each) => each.subscription === state);
    if (invoice === undefined) throw new Error('No invoice');
    invoice.status = 'paid';
    return [this.#updated(state), this.#paid(invoice)];
  }

  /** Changes the plan in Stripe's customer portal, prorated and invoiced immediately. */
  changePlan(subscriptionId: string, planId: string): StripeMessage[] {
    const state = this.#books.subscription(subscriptionId);
    const now = this.#wholeSecond();
    const before = state.price;
    const price = toPriceId(planId);
    const credit = this.#computeRest(state, before, -1);
    state.price = price;
    if (termMonths(before) === termMonths(price)) {
      const invoice = this.#books.addInvoice(state, [credit, this.#computeRest(state, price, 1)]);
      return [this.#updated(state), this.#paid(invoice)];
    }
    state.startsAt = now;
    state.endsAt = addMonths(now, termMonths(price));
    const whole = this.#books.line({
      price,
      amountMinor: termMinor(price) ?? 0,
      from: now,
      to: state.endsAt,
      isProration: false,
    });
    const updated = this.#updated(state);
    return [updated, this.#paid(this.#books.addInvoice(state, [credit, whole]))];
  }

  cancelAtPeriodEnd(subscriptionId: string, isCanceled = true): StripeMessage[] {
    const state = this.#books.subscription(subscriptionId);
    state.cancelAtPeriodEnd = isCanceled;
    return [this.#updated(state)];
  }

  /** Ends the subscription immediately, or because the period of a canceled one is over. */
  end(subscriptionId: string): StripeMessage[] {
    const state = this.#books.subscription(subscriptionId);
    Object.assign(state, { status: 'canceled', endedAt: this.#books.clock.now() });
    return [this.#messages.write('customer.subscription.deleted', subscriptionObject(state))];
  }

  /**
   * Ends the subscription immediately and credits the rest of the period, as the operator can configure in Stripe's
   * portal.
   */
  endWithCredit(subscriptionId: string): StripeMessage[] {
    const state = this.#books.subscription(subscriptionId);
    const credit = this.#computeRest(state, state.price, -1);
    Object.assign(state, { status: 'canceled', endedAt: this.#wholeSecond() });
    const ended = this.#messages.write('customer.subscription.deleted', subscriptionObject(state));
    return [ended, this.#paid(this.#books.addInvoice(state, [credit]))];
  }

  /** Paid amount of an invoice minus refunds, in cents; negative if more was credited. */
  payInvoice(invoiceId: string): number {
    const { totalMinor, refundedMinor } = this.#books.invoice(invoiceId);
    return totalMinor - refundedMinor;
  }

  refund(invoiceId: string, minor?: number): StripeMessage[] {
    const invoice = this.#books.invoice(invoiceId);
    invoice.refundedMinor = minor ?? invoice.totalMinor;
    const refund = refundObject(invoice, `re_${invoice.id}`, 'succeeded');
    return [
      this.#messages.write('refund.created', refund),
      this.#messages.write('charge.refunded', chargeObject(invoice)),
    ];
  }

  /** Lets a refund fail: the customer's bank rejects it, so the money comes back. */
  failRefund(invoiceId: string): StripeMessage[] {
    const invoice = this.#books.invoice(invoiceId);
    const refund = refundObject(invoice, `re_${invoice.id}`, 'failed');
    invoice.refundedMinor = 0;
    return [this.#messages.write('refund.updated', refund), this.#messages.write('refund.failed', refund)];
  }

  /**
   * Opens a dispute: the cardholder disputes the payment. The money is withdrawn immediately, except for an inquiry.
   */
  dispute(
    invoiceId: string,
    status: 'needs_response' | 'warning_needs_response' = 'needs_response',
    minor?: number,
  ) {
    const invoice = this.#books.invoice(invoiceId);
    invoice.dispute = { id: this.#books.newId('dp'), status, amountMinor: minor ?? invoice.totalMinor };
    const created = this.#disputed('created', invoice);
    return status === 'needs_response' ? [created, this.#disputed('funds_withdrawn', invoice)] : [created];
  }

  closeDispute(invoiceId: string, status: 'won' | 'lost' | 'warning_closed'): StripeMessage[] {
    const invoice = this.#books.invoice(invoiceId);
    if (invoice.dispute === null) throw new Error('No dispute');
    invoice.dispute.status = status;
    const closed = this.#disputed('closed', invoice);
    return status === 'won' ? [this.#disputed('funds_reinstated', invoice), closed] : [closed];
  }

  #disputed(
    what: 'created' | 'funds_withdrawn' | 'funds_reinstated' | 'closed',
    invoice: InvoiceState,
  ): StripeMessage {
    if (invoice.dispute === null) throw new Error('No dispute');
    return this.#messages.write(`charge.dispute.${what}`, disputeObject(invoice.dispute, invoice));
  }

  /** Invoice line for the rest of the period at a price, to be charged or credited. */
  #computeRest({ startsAt, endsAt: to }: StripeSubscription, price: string, sign: 1 | -1): LineState {
    const from = this.#wholeSecond();
    const share = (to.getTime() - from.getTime()) / (to.getTime() - startsAt.getTime());
    const amountMinor = sign * Math.round((termMinor(price) ?? 0) * share);
    return this.#books.line({ price, amountMinor, from, to, isProration: true });
  }

  #updated(state: StripeSubscription): StripeMessage {
    return this.#messages.write('customer.subscription.updated', subscriptionObject(state));
  }

  #paid(invoice: InvoiceState): StripeMessage {
    return this.#messages.write('invoice.paid', invoiceObject(invoice));
  }

  /** The current time in whole seconds, because Stripe has no fractions. */
  #wholeSecond(): Date {
    return new Date(seconds(this.#books.clock.now()) * 1000);
  }
}
