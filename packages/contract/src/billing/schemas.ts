import { PAGE_SIZE_MAX, HISTORY_PAGE_SIZE } from '../records/limits.ts';
import { z } from 'zod';
import { boundedText, idTextSchema, numberText } from '../bounded-text.ts';
import { ENTITLEMENTS } from './entitlements.ts';
import { PLAN_TERMS, PLANS } from './plans.ts';
import type { Plan } from './plans.ts';

/** Plans that can be bought online; custom plans are negotiated. */
export const PAID_PLANS: readonly Plan[] = PLANS.filter((plan) => !plan.isCustomPlan);
const PAID_PLAN_IDS: readonly string[] = PAID_PLANS.map((plan) => plan.id);
export const paidPlanIdSchema = boundedText(64)
  .refine((id) => PAID_PLAN_IDS.includes(id), 'Unknown plan.')
  .describe(PAID_PLAN_IDS.join(', '));

/**
 * Payment modes: by Stripe, a labeled demo, or agreed individually and granted by the operator (`manual`). `off`: no
 * billing and no plans.
 */
export const BILLING_MODES = ['stripe', 'demo', 'manual', 'off'] as const;
export type BillingMode = (typeof BILLING_MODES)[number];

/**
 * `none`: no purchase yet; `active`: paid; `past_due`: a payment failed and is being retried; `ended`: canceled,
 * refunded, or not paid after all retries.
 */
export const SUBSCRIPTION_STATES = ['none', 'active', 'past_due', 'ended'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

export const planPriceSchema = z.object({
  plan_id: z.string(),
  /** Stripe's id of this price, in production or staging; null without Stripe. */
  stripe_price_id: z.string().nullable(),
  /** Price per term, in whole units of the currency. */
  amount: z.number().int(),
});
export type PlanPrice = z.infer<typeof planPriceSchema>;

/** `subscription-details/`: the plan of the caller's organization, and the plans for sale. */
export const subscriptionDetailsSchema = z.object({
  billing_mode: z.enum(BILLING_MODES),
  /** ISO 4217, lower case. */
  currency: z.string(),
  prices: z.array(planPriceSchema),
  state: z.enum(SUBSCRIPTION_STATES),
  plan_id: z.string().nullable(),
  plan_type: z.string(),
  /** Download credits that the plan grants per month. */
  credits: z.number().int(),
  current_period_start: z.iso.datetime().nullable(),
  current_period_end: z.iso.datetime().nullable(),
  /** Date on which a canceled plan ends; null if it isn't canceled. */
  cancel_at: z.iso.datetime().nullable(),
  /** Date on which a failed payment ends the plan. */
  grace_until: z.iso.datetime().nullable(),
  next_credits_at: z.iso.datetime().nullable(),
  /**
   * Download credits that were spent before a change, refund or dispute revoked them; deducted from the next grant of
   * credits.
   */
  owed_credits: z.number().int().nonnegative(),
  /** True if the organization has a Custom plan, or the caller holds the paid plan: generations cost no credits. */
  has_unlimited_generations: z.boolean(),
  entitlements: z.array(z.enum(ENTITLEMENTS)),
  /** True if the caller may buy, change and cancel plans. */
  can_manage: z.boolean(),
});
export type SubscriptionDetails = z.infer<typeof subscriptionDetailsSchema>;
export const subscriptionDetailsResponseSchema = z.object({ data: subscriptionDetailsSchema });

export const checkoutRequestSchema = z
  .object({ plan_id: paidPlanIdSchema, term: z.enum(PLAN_TERMS).optional() })
  .refine(
    ({ plan_id, term }) =>
      term === undefined || PAID_PLANS.some((plan) => plan.id === plan_id && plan.term === term),
    { path: ['term'], error: 'This plan doesn’t have this term.' },
  );
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>;
export const billingPlaceSchema = z.object({ url: z.string() });

export const webhookResponseSchema = z.object({ received: z.literal(true) });

/** `disputed`: the cardholder's bank has reversed the payment, temporarily or permanently. */
export const INVOICE_STATES = ['open', 'paid', 'disputed', 'refunded', 'void'] as const;
export const invoiceSchema = z.object({
  id: z.string(),
  number: z.string().nullable(),
  state: z.enum(INVOICE_STATES),
  plan_id: z.string().nullable(),
  /** Amount in the currency's smallest unit (cents). */
  amount_minor: z.number().int(),
  currency: z.string(),
  issued_at: z.iso.datetime(),
  period_start: z.iso.datetime().nullable(),
  period_end: z.iso.datetime().nullable(),
  /** Stripe's page of the invoice; null in demo mode. */
  hosted_url: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const pageQuerySchema = z.object({
  page: numberText(z.coerce.number().int().min(1).max(100_000)).default(1),
  per_page: numberText(z.coerce.number().int().min(1).max(PAGE_SIZE_MAX)).default(HISTORY_PAGE_SIZE),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;
export const invoicesResponseSchema = z.object({
  data: z.array(invoiceSchema),
  page: z.number().int(),
  has_more: z.boolean(),
});
export type InvoicesPage = z.infer<typeof invoicesResponseSchema>;

export const demoCheckoutQuerySchema = z.object({ checkout_id: idTextSchema });
export const demoCheckoutSchema = z.object({
  checkout_id: z.uuid(),
  plan_id: z.string(),
  replaces_plan_id: z.string().nullable(),
  /** Amount that a real server would charge now, in whole units of the currency. */
  amount: z.number().int(),
  currency: z.string(),
});
export type DemoCheckout = z.infer<typeof demoCheckoutSchema>;

/** Actions of the demo's buttons, which replace Stripe's pages. */
export const demoActionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('confirm'), checkout_id: idTextSchema }),
  z.object({ action: z.literal('cancel') }),
  z.object({ action: z.literal('resume') }),
]);
export type DemoAction = z.infer<typeof demoActionSchema>;
