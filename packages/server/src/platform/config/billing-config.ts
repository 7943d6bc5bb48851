import type { BillingMode } from '@packshot/contract';
import { DAY_MS } from '../durations.ts';
import type { ConfigValues } from './keys.ts';

export interface BillingConfig {
  readonly mode: BillingMode;
  /** Currency as an ISO 4217 code in lower case. */
  readonly currency: string;
  /** How long a plan continues after its paid time ends. */
  readonly graceMs: number;
  /** Stripe's settings; null unless the billing mode is `stripe`. */
  readonly stripe: StripeConfig | null;
}

interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly environment: 'production' | 'staging';
  /** Stripe's price id of each paid plan, by plan id. */
  readonly priceIds: Readonly<Record<string, string>>;
  /** Address that replaces Stripe's, for tests; otherwise null. */
  readonly apiUrl: string | null;
}

/**
 * Reads the billing settings. BILLING=off wins over everything else. A Stripe key makes billing real. Without one,
 * billing is a demo if BILLING_DEMO says so, by default outside production. Otherwise BILLING=on means that the
 * operator grants plans manually.
 */
export function billingConfig(values: ConfigValues): BillingConfig {
  const mode = billingMode(values);
  return {
    mode,
    currency: values.BILLING_CURRENCY,
    graceMs: values.PAYMENT_GRACE_DAYS * DAY_MS,
    stripe: mode === 'stripe' ? stripeConfig(values) : null,
  };
}

function billingMode(values: ConfigValues): BillingMode {
  if (values.BILLING === 'off') return 'off';
  if (values.STRIPE_SECRET_KEY !== undefined) return 'stripe';
  if (values.BILLING_DEMO ?? values.NODE_ENV !== 'production') return 'demo';
  return values.BILLING === 'on' ? 'manual' : 'off';
}

function stripeConfig(values: ConfigValues): StripeConfig | null {
  if (values.STRIPE_SECRET_KEY === undefined) return null;
  const environment = values.STRIPE_ENVIRONMENT;
  const priceIds =
    environment === 'production' ? values.STRIPE_PRICES_PRODUCTION : values.STRIPE_PRICES_STAGING;
  return {
    secretKey: values.STRIPE_SECRET_KEY,
    // The schema guarantees that the Stripe keys below are set.
    webhookSecret: values.STRIPE_WEBHOOK_SECRET ?? '',
    environment,
    priceIds: priceIds ?? {},
    apiUrl: values.STRIPE_API_URL ?? null,
  };
}
