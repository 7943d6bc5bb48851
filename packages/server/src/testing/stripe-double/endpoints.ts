import type { StripeBooks } from './books.ts';
import { chargeObject, disputeObject, invoiceObject, seconds, subscriptionObject } from './objects.ts';
import type { Json } from './objects.ts';
import { termMinor } from './prices.ts';

export interface StripeAnswer {
  readonly status: number;
  readonly body: Json;
}

/** Minimum lifetime of a checkout session in Stripe, in seconds: half an hour. */
const MIN_SESSION_S = 1800;

/**
 * Answers a call to one of the endpoints that we use, with the same errors as Stripe.
 * @param call such as `POST /v1/customers`
 */
export function answerTo(books: StripeBooks, call: string, params: URLSearchParams): StripeAnswer {
  if (call === 'POST /v1/customers') {
    const customer = { id: books.newId('cus'), object: 'customer', email: params.get('email') };
    books.customers.set(customer.id, customer);
    return ok(customer);
  }
  if (call.includes(' /v1/checkout/sessions')) return answerAboutCheckout(books, call, params);
  if (call === 'POST /v1/billing_portal/sessions') {
    if (!books.customers.has(params.get('customer') ?? '')) return notFound();
    const url = `https://billing.stripe.com/p/session/${books.newId('test')}`;
    return ok({ id: books.newId('bps'), object: 'billing_portal.session', url });
  }
  if (call === 'GET /v1/invoices') {
    const data = [...books.invoices.values()]
      .filter((each) => each.subscription.id === params.get('subscription'))
      .toReversed()
      .map(invoiceObject);
    return ok({ object: 'list', has_more: false, url: '/v1/invoices', data });
  }
  if (call === 'GET /v1/invoice_payments') return ok(listPayments(books, params));
  if (call === 'GET /v1/disputes') {
    const data = [...books.invoices.values()]
      .filter((each) => `ch_${each.id}` === params.get('charge'))
      .flatMap((each) => (each.dispute === null ? [] : [disputeObject(each.dispute, each)]));
    return ok({ object: 'list', has_more: false, url: '/v1/disputes', data });
  }
  if (call.includes(' /v1/subscriptions/')) return answerAboutSubscription(books, call, params);
  return refusal(404, 'invalid_request_error', `Unrecognized request URL (${call})`);
}

function answerAboutCheckout(books: StripeBooks, call: string, params: URLSearchParams): StripeAnswer {
  if (call === 'POST /v1/checkout/sessions') return openCheckout(books, params);
  const session = books.sessions.get(lastPart(call, '/sessions/'));
  if (call.startsWith('GET ')) return session === undefined ? notFound() : ok(session);
  if (session?.status !== 'open') return refusal(400, 'invalid_request_error', 'Not open');
  session.status = 'expired';
  return ok(session);
}

function answerAboutSubscription(books: StripeBooks, call: string, params: URLSearchParams): StripeAnswer {
  const subscription = books.subscriptions.get(lastPart(call, '/subscriptions/'));
  if (subscription === undefined) return notFound();
  if (call.startsWith('POST ')) {
    subscription.cancelAtPeriodEnd = params.get('cancel_at_period_end') === 'true';
  }
  if (call.startsWith('DELETE ')) {
    if (subscription.endedAt !== null) return notFound();
    Object.assign(subscription, { status: 'canceled', endedAt: books.clock.now() });
  }
  return ok(subscriptionObject(subscription));
}

function openCheckout(books: StripeBooks, params: URLSearchParams): StripeAnswer {
  const price = params.get('line_items[0][price]') ?? '';
  const isWellFormed =
    params.get('mode') === 'subscription' &&
    books.customers.has(params.get('customer') ?? '') &&
    termMinor(price) !== undefined &&
    URL.canParse(params.get('success_url') ?? '') &&
    Number(params.get('expires_at')) >= seconds(books.clock.now()) + MIN_SESSION_S;
  if (!isWellFormed) return refusal(400, 'invalid_request_error', 'Invalid session');
  const id = books.newId('cs_test');
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
  books.sessions.set(id, session);
  return ok(session);
}

function listPayments(books: StripeBooks, params: URLSearchParams): Json {
  const intent = params.get('payment[payment_intent]');
  const data = [...books.invoices.values()]
    .filter((each) => each.id === params.get('invoice') || each.paymentIntent === intent)
    .map((each) => ({
      id: books.newId('inpay'),
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

/** Returns the path segment after `after`, such as an id. */
const lastPart = (call: string, after: string): string => (call.split(after)[1] ?? '').split('/')[0] ?? '';

const ok = (body: Json): StripeAnswer => ({ status: 200, body });
const notFound = (): StripeAnswer =>
  refusal(404, 'invalid_request_error', 'No such object', 'resource_missing');

export const refusal = (status: number, type: string, text: string, code?: string): StripeAnswer => ({
  status,
  body: { error: { type, message: text, ...(code !== undefined && { code }) } },
});
