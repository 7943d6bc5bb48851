import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { addMonths } from '../domain/billing/months.ts';
import type { Clock } from '../domain/ports/clock.ts';
import {
  chargeObject,
  invoiceObject,
  lineObject,
  seconds,
  subscriptionObject,
} from './stripe-double-objects.ts';
import type { InvoiceState, Json, SubscriptionState } from './stripe-double-objects.ts';

/*
 * A stand-in for Stripe: the endpoints that we call, in the wire format of the API version that we name (form-encoded
 * requests, JSON objects, errors), and messages signed by Stripe's own library. It refuses what Stripe would refuse:
 * another key, another version, unknown parameters' objects. Customers' clicks and passing time are methods; each
 * returns the messages that Stripe would send, which a test delivers in whatever order it likes.
 */

export interface Message {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly signature: string;
}

export const DOUBLE_SECRET_KEY = 'sk_test_of_the_double';
export const API_VERSION = '2026-10-28.endive';
/** Price ids as an operator would have made them: price_test_pro-month. */
export const priceIdOf = (planId: string): string => `price_test_${planId}`;
const MONTHLY_MINOR: Readonly<Record<string, number>> = {
  [priceIdOf('lite-month')]: 19_900,
  [priceIdOf('plus-month')]: 29_900,
  [priceIdOf('pro-month')]: 82_900,
  [priceIdOf('lite-year')]: 199_200,
  [priceIdOf('plus-year')]: 298_800,
  [priceIdOf('pro-year')]: 829_200,
};
const termMonths = (price: string): number => (price.endsWith('-year') ? 12 : 1);

export type StripeDouble = Awaited<ReturnType<typeof startStripeDouble>>;

export async function startStripeDouble(options: { clock: Clock; webhookSecret: string }) {
  const { clock, webhookSecret } = options;
  let serial = 0;
  const newId = (prefix: string): string => `${prefix}_${String((serial += 1)).padStart(6, '0')}`;
  const customers = new Map<string, Json>();
  const sessions = new Map<string, Json & { status: string }>();
  const subscriptions = new Map<string, SubscriptionState>();
  const invoices = new Map<string, InvoiceState>();
  const answered = new Map<string, Json>();
  const calls: { path: string; params: URLSearchParams }[] = [];
  let outage: 'none' | 'down' | 'hang-up' = 'none';

  const line = (price: string, amount: number, from: Date, to: Date, isProration = false): Json =>
    lineObject(newId('il'), price, amount, from, to, isProration);

  function newInvoice(subscription: SubscriptionState, lines: Json[], status = 'paid'): InvoiceState {
    const invoice: InvoiceState = {
      id: newId('in'),
      subscription,
      status,
      lines,
      total: lines.reduce((sum, each) => sum + Number(each['amount']), 0),
      createdAt: clock.now(),
      paymentIntent: newId('pi'),
      refundedMinor: 0,
    };
    invoices.set(invoice.id, invoice);
    return invoice;
  }

  /** Signed now, unless said otherwise. */
  function message(type: string, object: Json, overrides: { livemode?: boolean; id?: string } = {}): Message {
    const id = overrides.id ?? newId('evt');
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: API_VERSION,
      created: seconds(clock.now()),
      livemode: overrides.livemode ?? false,
      type,
      data: { object },
    });
    return { id, type, body, signature: signed(body) };
  }

  function signed(body: string, at = clock.now(), secret = webhookSecret): string {
    return Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: seconds(at) });
  }

  const updated = (state: SubscriptionState): Message =>
    message('customer.subscription.updated', subscriptionObject(state));

  function cyclePaid(state: SubscriptionState, status = 'paid'): InvoiceState {
    const amount = MONTHLY_MINOR[state.price] ?? 0;
    return newInvoice(state, [line(state.price, amount, state.startsAt, state.endsAt)], status);
  }

  async function handle(request: IncomingMessage): Promise<{ status: number; body: Json }> {
    const url = new URL(request.url ?? '/', 'http://double');
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const params = new URLSearchParams(request.method === 'POST' ? text : url.search);
    calls.push({ path: `${request.method} ${url.pathname}`, params });
    if (request.headers.authorization !== `Bearer ${DOUBLE_SECRET_KEY}`) {
      return refusal(401, 'invalid_request_error', 'Invalid API Key provided');
    }
    if (request.headers['stripe-version'] !== API_VERSION) {
      return refusal(400, 'invalid_request_error', 'Another API version');
    }
    if (outage === 'down') return refusal(500, 'api_error', 'Down');
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? answered.get(key) : undefined;
    if (known !== undefined) return { status: 200, body: known };
    const answer = route(`${request.method} ${url.pathname}`, params);
    if (typeof key === 'string' && answer.status === 200) answered.set(key, answer.body);
    return answer;
  }

  function route(call: string, params: URLSearchParams): { status: number; body: Json } {
    const [, id = ''] = /\/(?:sessions|subscriptions)\/([^/]+)/.exec(call) ?? [];
    const subscription = subscriptions.get(id);
    if (call === 'POST /v1/customers') {
      const customer = { id: newId('cus'), object: 'customer', email: params.get('email') };
      customers.set(customer.id, customer);
      return ok(customer);
    }
    if (call === 'POST /v1/checkout/sessions') return openSession(params);
    if (call.startsWith('GET /v1/checkout/sessions/')) return found(sessions.get(id));
    if (call.startsWith('POST /v1/checkout/sessions/')) {
      const session = sessions.get(id);
      if (session?.status !== 'open') return refusal(400, 'invalid_request_error', 'Not open');
      session.status = 'expired';
      return ok(session);
    }
    if (call === 'POST /v1/billing_portal/sessions') {
      if (!customers.has(params.get('customer') ?? '')) return missing();
      return ok({
        id: newId('bps'),
        object: 'billing_portal.session',
        url: `https://billing.stripe.com/p/session/${newId('test')}`,
      });
    }
    if (call === 'GET /v1/invoices') {
      const data = [...invoices.values()]
        .filter((each) => each.subscription.id === params.get('subscription'))
        .toReversed()
        .map(invoiceObject);
      return ok({ object: 'list', has_more: false, url: '/v1/invoices', data });
    }
    if (call === 'GET /v1/invoice_payments') return ok(paymentsOf(params));
    if (call.startsWith('GET /v1/subscriptions/')) {
      return found(subscription && subscriptionObject(subscription));
    }
    if (subscription === undefined) return missing();
    if (call.startsWith('POST /v1/subscriptions/')) {
      subscription.cancelAtPeriodEnd = params.get('cancel_at_period_end') === 'true';
      return ok(subscriptionObject(subscription));
    }
    if (call.startsWith('DELETE /v1/subscriptions/')) {
      if (subscription.endedAt !== null) return missing();
      Object.assign(subscription, { status: 'canceled', endedAt: clock.now() });
      return ok(subscriptionObject(subscription));
    }
    return refusal(404, 'invalid_request_error', `Unrecognized request URL (${call})`);
  }

  function openSession(params: URLSearchParams) {
    const price = params.get('line_items[0][price]') ?? '';
    const isWellFormed =
      params.get('mode') === 'subscription' &&
      customers.has(params.get('customer') ?? '') &&
      price in MONTHLY_MINOR &&
      URL.canParse(params.get('success_url') ?? '') &&
      Number(params.get('expires_at')) >= seconds(clock.now()) + 1800;
    if (!isWellFormed) return refusal(400, 'invalid_request_error', 'Invalid session');
    const id = newId('cs_test');
    const session = {
      id,
      object: 'checkout.session',
      status: 'open',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      customer: params.get('customer'),
      price,
      metadata: {
        organization_id: params.get('subscription_data[metadata][organization_id]'),
        user_id: params.get('subscription_data[metadata][user_id]'),
      },
    };
    sessions.set(id, session);
    return ok(session);
  }

  function paymentsOf(params: URLSearchParams): Json {
    const intent = params.get('payment[payment_intent]');
    const data = [...invoices.values()]
      .filter((each) => each.id === params.get('invoice') || each.paymentIntent === intent)
      .map((each) => ({
        id: newId('inpay'),
        object: 'invoice_payment',
        invoice: each.id,
        payment: {
          type: 'payment_intent',
          payment_intent: params.has('expand[0]')
            ? { id: each.paymentIntent, object: 'payment_intent', latest_charge: chargeObject(each) }
            : each.paymentIntent,
        },
      }));
    return { object: 'list', has_more: false, url: '/v1/invoice_payments', data };
  }

  const server = createServer((request, response) => {
    if (outage === 'hang-up') return void request.socket.destroy();
    void handle(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const get = (id: string): SubscriptionState => {
    const state = subscriptions.get(id);
    if (state === undefined) throw new Error(`No subscription ${id}`);
    return state;
  };

  return {
    url: `http://127.0.0.1:${port}`,
    /** What was asked, in order. */
    calls,
    message,
    signed,
    setOutage(next: typeof outage) {
      outage = next;
    },
    sessionOf: (checkoutUrl: string): string => new URL(checkoutUrl).pathname.split('/').at(-1) ?? '',
    sessionStatus: (id: string) => sessions.get(id)?.status,

    /** The customer pays. */
    pay(sessionId: string): { subscriptionId: string; invoiceId: string; messages: Message[] } {
      const session = sessions.get(sessionId);
      if (session?.status !== 'open') throw new Error(`The session ${sessionId} is not open`);
      session.status = 'complete';
      const price = String(session['price']);
      const startsAt = new Date(seconds(clock.now()) * 1000);
      const state: SubscriptionState = {
        id: newId('sub'),
        itemId: newId('si'),
        customer: String(session['customer']),
        metadata: session['metadata'] as Json,
        price,
        status: 'active',
        startsAt,
        endsAt: addMonths(startsAt, termMonths(price)),
        cancelAtPeriodEnd: false,
        endedAt: null,
      };
      subscriptions.set(state.id, state);
      const invoice = cyclePaid(state);
      return {
        subscriptionId: state.id,
        invoiceId: invoice.id,
        messages: [
          message('checkout.session.completed', session),
          message('customer.subscription.created', { ...subscriptionObject(state), status: 'incomplete' }),
          message('invoice.paid', invoiceObject(invoice)),
          updated(state),
        ],
      };
    },

    /** The next period begins, and its payment succeeds or fails. */
    renew(subscriptionId: string, payment: 'paid' | 'failed' = 'paid'): Message[] {
      const state = get(subscriptionId);
      state.startsAt = state.endsAt;
      state.endsAt = addMonths(state.startsAt, termMonths(state.price));
      state.status = payment === 'paid' ? 'active' : 'past_due';
      const invoice = cyclePaid(state, payment === 'paid' ? 'paid' : 'open');
      const type = payment === 'paid' ? 'invoice.paid' : 'invoice.payment_failed';
      return [updated(state), message(type, invoiceObject(invoice))];
    },

    /** The last failed payment succeeds after all. */
    payLate(subscriptionId: string): Message[] {
      const state = get(subscriptionId);
      state.status = 'active';
      const invoice = [...invoices.values()].findLast((each) => each.subscription === state);
      if (invoice === undefined) throw new Error('No invoice');
      invoice.status = 'paid';
      return [updated(state), message('invoice.paid', invoiceObject(invoice))];
    },

    /** In the portal, prorated and invoiced at once. */
    changePlan(subscriptionId: string, planId: string): Message[] {
      const state = get(subscriptionId);
      const now = new Date(seconds(clock.now()) * 1000);
      const before = state.price;
      const price = priceIdOf(planId);
      const share =
        (state.endsAt.getTime() - now.getTime()) / (state.endsAt.getTime() - state.startsAt.getTime());
      const rest = (of: string) => Math.round((MONTHLY_MINOR[of] ?? 0) * share);
      const credit = line(before, -rest(before), now, state.endsAt, true);
      state.price = price;
      if (termMonths(before) === termMonths(price)) {
        const invoice = newInvoice(state, [credit, line(price, rest(price), now, state.endsAt, true)]);
        return [updated(state), message('invoice.paid', invoiceObject(invoice))];
      }
      state.startsAt = now;
      state.endsAt = addMonths(now, termMonths(price));
      const full = line(price, MONTHLY_MINOR[price] ?? 0, now, state.endsAt);
      return [updated(state), message('invoice.paid', invoiceObject(newInvoice(state, [credit, full])))];
    },

    cancelAtPeriodEnd(subscriptionId: string, isCancelled = true): Message[] {
      const state = get(subscriptionId);
      state.cancelAtPeriodEnd = isCancelled;
      return [updated(state)];
    },

    /** At once, or because the period of a cancelled one is over. */
    end(subscriptionId: string): Message[] {
      const state = get(subscriptionId);
      Object.assign(state, { status: 'canceled', endedAt: clock.now() });
      return [message('customer.subscription.deleted', subscriptionObject(state))];
    },

    isCancelling: (subscriptionId: string): boolean => get(subscriptionId).cancelAtPeriodEnd,

    refund(invoiceId: string, minor?: number): Message[] {
      const invoice = invoices.get(invoiceId);
      if (invoice === undefined) throw new Error(`No invoice ${invoiceId}`);
      invoice.refundedMinor = minor ?? invoice.total;
      return [message('charge.refunded', chargeObject(invoice))];
    },

    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const ok = (body: Json) => ({ status: 200, body });
const found = (body: Json | undefined) => (body === undefined ? missing() : ok(body));
const missing = () => refusal(404, 'invalid_request_error', 'No such object', 'resource_missing');
const refusal = (status: number, type: string, text: string, code?: string) => ({
  status,
  body: { error: { type, message: text, ...(code !== undefined && { code }) } },
});
