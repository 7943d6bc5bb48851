import type { ServerConfig } from '../platform/config/config.ts';
import type { BillingSettings } from '../billing/model.ts';
import type { Clock } from '../platform/clock.ts';
import type { DemoPayments, Payments } from '../billing/payments/payments.ts';
import { deriveKey } from '../platform/secrets/token-secrets.ts';

export interface OpenPayments {
  readonly settings: BillingSettings;
  readonly payments: Payments | null;
  readonly demo: DemoPayments | null;
}

/**
 * Opens the configured payment service: Stripe, the simulated one, or none. The code of either is loaded only when
 * used.
 */
export async function openPayments(
  { billing, sessionSecret }: Pick<ServerConfig, 'billing' | 'sessionSecret'>,
  clock: Clock,
): Promise<OpenPayments> {
  const { mode, currency, graceMs, stripe } = billing;
  const settings = {
    mode,
    currency,
    graceMs,
    environment: stripe?.environment ?? 'demo',
    stripePriceIds: {},
  } as const;
  if (stripe !== null) {
    const { createStripePayments } = await import('../billing/payments/stripe-payments.ts');
    const planIds = new Map(Object.entries(stripe.priceIds).map(([planId, priceId]) => [priceId, planId]));
    const payments = createStripePayments({
      ...stripe,
      clock,
      prices: {
        planIdFor: (priceId) => planIds.get(priceId) ?? null,
        priceIdFor: (planId) => stripe.priceIds[planId] ?? '',
      },
    });
    return { settings: { ...settings, stripePriceIds: stripe.priceIds }, payments, demo: null };
  }
  if (mode === 'off' || mode === 'manual') return { settings, payments: null, demo: null };
  const { createDemoPayments } = await import('../billing/payments/demo-payments.ts');
  const webhookSecret = deriveKey(sessionSecret, 'demo payments').toString('base64url');
  const demo = createDemoPayments({ webhookSecret, currency, clock });
  return { settings, payments: demo, demo };
}
