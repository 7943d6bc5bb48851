import { Stripe } from 'stripe';
import type { BillingFact, BillingEnvironment, Subscription } from '../model.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CheckoutOptions, OpenedCheckout, Payments } from './payments.ts';
import { readStripeEvent } from './event-reader.ts';
import { disputeFacts, invoiceFacts, subscriptionFacts } from './stripe-facts.ts';
import type { OwnerMetadata, PriceBook } from './stripe-facts.ts';

/**
 * Stripe API version that this file is written for. The webhook endpoint in Stripe's dashboard must use the same
 * version.
 */
export const STRIPE_API_VERSION = '2026-10-28.endive';
/**
 * Timeout of a call to Stripe. Even with its retry, a call ends before a database transaction's timeout, because a
 * checkout keeps a transaction open during the call.
 */
const TIMEOUT_MS = 8_000;
const NETWORK_RETRIES = 1;
/** Maximum number of invoices read per subscription: two years of monthly invoices. */
const INVOICES_READ = 24;

export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly environment: Exclude<BillingEnvironment, 'demo'>;
  readonly prices: PriceBook;
  readonly clock: Clock;
  /** Address of a fake Stripe server for tests, or null for the real one. */
  readonly apiUrl: string | null;
}

/**
 * Payment service that uses Stripe. Errors of Stripe become PAYMENTS_UNAVAILABLE, and Stripe's objects don't leave
 * this module.
 */
export function createStripePayments(options: StripeOptions): Payments {
  const { prices } = options;
  const stripe = openClient(options);
  const invoiceOfPayment = (paymentIntentId: string) => findInvoice(stripe, paymentIntentId);
  return {
    openCheckout: (checkout) => withPaymentErrors(() => openCheckout(stripe, prices, checkout)),
    closeCheckout: (sessionId) => withPaymentErrors(() => closeCheckout(stripe, sessionId)),
    openPlanChange: (subscription, planId, returnUrl) =>
      withPaymentErrors(async () => {
        const session = await stripe.billingPortal.sessions.create({
          customer: subscription.customerId,
          return_url: returnUrl,
          ...(subscription.itemId !== '' && {
            flow_data: {
              type: 'subscription_update_confirm' as const,
              subscription_update_confirm: {
                subscription: subscription.id,
                items: [{ id: subscription.itemId, price: prices.priceIdFor(planId), quantity: 1 }],
              },
              after_completion: { type: 'redirect' as const, redirect: { return_url: returnUrl } },
            },
          }),
        });
        return { url: session.url, sessionId: session.id };
      }),
    openPortal: (customer, returnUrl) =>
      withPaymentErrors(async () => {
        const session = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
        return session.url;
      }),
    cancelNow: ({ id }) =>
      withPaymentErrors(async () => ownFacts(await stripe.subscriptions.cancel(id), prices)),
    cancelAtPeriodEnd: (id) =>
      withPaymentErrors(
        async () => void (await stripe.subscriptions.update(id, { cancel_at_period_end: true })),
      ),
    read: (subscription) => withPaymentErrors(() => read(stripe, options, subscription)),
    readEvent: (body, signature) =>
      withPaymentErrors(() =>
        readStripeEvent(
          { ...options, isLive: options.environment === 'production', invoiceOfPayment },
          body,
          signature,
        ),
      ),
  };
}

function openClient({ secretKey, apiUrl }: StripeOptions): Stripe {
  const address = apiUrl === null ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  });
}

async function openCheckout(
  stripe: Stripe,
  prices: PriceBook,
  options: CheckoutOptions,
): Promise<OpenedCheckout> {
  const metadata: Stripe.MetadataParam & OwnerMetadata = {
    organization_id: options.organizationId,
    user_id: options.userId,
  };
  const customerId =
    options.customerId ??
    (
      await stripe.customers.create(
        { metadata, ...(options.email !== null && { email: options.email }) },
        { idempotencyKey: `customer:${options.organizationId}` },
      )
    ).id;
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: customerId,
      client_reference_id: options.organizationId,
      line_items: [{ price: prices.priceIdFor(options.planId), quantity: 1 }],
      metadata,
      subscription_data: { metadata },
      success_url: options.doneUrl,
      cancel_url: options.cancelUrl,
      expires_at: Math.floor(options.expiresAt.getTime() / 1000),
    },
    { idempotencyKey: `checkout:${options.id}` },
  );
  if (session.url === null) throw new DomainError('PAYMENTS_UNAVAILABLE');
  return { url: session.url, sessionId: session.id, customerId };
}

async function closeCheckout(stripe: Stripe, sessionId: string): Promise<'closed' | 'completed'> {
  // A change of plan uses another kind of session, which expires by itself.
  if (!sessionId.startsWith('cs_')) return 'closed';
  const session = await stripe.checkout.sessions.retrieve(sessionId);
  if (session.status === 'complete') return 'completed';
  if (session.status === 'open') await stripe.checkout.sessions.expire(sessionId);
  return 'closed';
}

/**
 * Finds the invoice of a payment. Stripe's payment object doesn't name its invoice, but the list of an invoice's
 * payments names both.
 */
async function findInvoice(stripe: Stripe, paymentIntentId: string): Promise<string | null> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentIntentId },
  });
  const invoice = data[0]?.invoice;
  return typeof invoice === 'string' ? invoice : (invoice?.id ?? null);
}

async function read(
  stripe: Stripe,
  { prices, clock }: StripeOptions,
  subscription: Subscription,
): Promise<readonly BillingFact[]> {
  const stripeSubscription = await stripe.subscriptions.retrieve(subscription.id).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') {
      return null;
    }
    throw error;
  });
  if (stripeSubscription === null) {
    const endedAt = clock.now();
    return [{ kind: 'subscription', subscription: { ...subscription, status: 'ended', endedAt } }];
  }
  const { data: invoices } = await stripe.invoices.list({
    subscription: subscription.id,
    limit: INVOICES_READ,
  });
  const facts = [...ownFacts(stripeSubscription, prices)];
  for (const invoice of invoices) {
    const recognizedInvoice = invoiceFacts(invoice, prices);
    if (recognizedInvoice === null) continue;
    facts.push({ kind: 'invoice', invoice: recognizedInvoice });
    if (recognizedInvoice.status === 'paid') facts.push(...(await readReturns(stripe, invoice.id, clock)));
  }
  return facts;
}

async function readReturns(stripe: Stripe, invoiceId: string, clock: Clock): Promise<BillingFact[]> {
  const { data } = await stripe.invoicePayments.list({
    invoice: invoiceId,
    expand: ['data.payment.payment_intent.latest_charge'],
  });
  const charges = data.flatMap(({ payment }) => {
    const intent = payment.payment_intent;
    const charge = typeof intent === 'object' ? intent.latest_charge : null;
    return typeof charge === 'object' && charge !== null ? [charge] : [];
  });
  const facts: BillingFact[] = [];
  for (const charge of charges.filter(({ disputed }) => disputed)) {
    const disputes = await stripe.disputes.list({ charge: charge.id });
    for (const dispute of disputes.data) {
      facts.push({ kind: 'dispute', dispute: disputeFacts(dispute, invoiceId) });
    }
  }
  const refunded = charges.filter((charge) => charge.amount_refunded > 0);
  if (refunded.length === 0) return facts;
  const isWhole = refunded.length === charges.length && refunded.every((charge) => charge.refunded);
  return [...facts, { kind: 'refund', refund: { invoiceId, refundedAt: wholeSecond(clock.now()), isWhole } }];
}

const wholeSecond = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 1000) * 1000);

function ownFacts(subscription: Stripe.Subscription, prices: PriceBook): readonly BillingFact[] {
  const facts = subscriptionFacts(subscription, prices);
  return facts === null ? [] : [{ kind: 'subscription', subscription: facts }];
}

/** Converts Stripe's errors to PAYMENTS_UNAVAILABLE: the operator has to fix them, not the customer. */
async function withPaymentErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      throw new DomainError('PAYMENTS_UNAVAILABLE', { cause: error });
    }
    throw error;
  }
}
