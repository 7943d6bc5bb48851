import {
  CUSTOM_PLAN_TYPE,
  FREE_PLAN_TYPE,
  GCP_FREE_PLAN_TYPE,
  PAID_PLANS,
  planById,
} from '@packshot/contract';
import type { Entitlement, Invoice, Plan, PlanPrice, SubscriptionDetails } from '@packshot/contract';
import type { Account } from '../accounts/account-store.ts';
import type { BillingSettings, StoredInvoice, Subscription } from './model.ts';
import { MONTHS_OF_TERM } from './model.ts';
import { entitlementAt } from './entitlement.ts';

/**
 * Computes the price of one billing term of a plan, in whole units of the currency; a yearly term costs twelve monthly
 * prices.
 */
export const termPrice = ({ price, term }: Plan): number => (price ?? 0) * MONTHS_OF_TERM[term];

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** Lists the price of each paid plan per billing term, in whole units of the currency. */
function presentPrices({ stripePriceIds }: BillingSettings): PlanPrice[] {
  return PAID_PLANS.map((plan) => ({
    plan_id: plan.id,
    stripe_price_id: stripePriceIds[plan.id] ?? null,
    amount: termPrice(plan),
  }));
}

export function presentDetails(
  settings: BillingSettings,
  account: Account,
  subscription: Subscription | null,
  options: {
    readonly now: Date;
    readonly canManage: boolean;
    readonly owedCredits: number;
    /** True if the operator granted the custom plan. */
    readonly hasCustomPlan: boolean;
    readonly entitlements: readonly Entitlement[];
  },
): SubscriptionDetails {
  const entitlement = entitlementAt(subscription, options.now, settings.graceMs);
  const plan = entitlement.isEntitled && subscription !== null ? planById(subscription.planId) : null;
  const unpaidPlanType = options.hasCustomPlan
    ? CUSTOM_PLAN_TYPE
    : account.gcpUserIdentity === null
      ? FREE_PLAN_TYPE
      : GCP_FREE_PLAN_TYPE;
  const presentedSubscription = plan === null ? null : subscription;
  return {
    billing_mode: settings.mode,
    currency: settings.currency,
    prices: presentPrices(settings),
    state: entitlement.state,
    plan_id: plan?.id ?? null,
    plan_type: plan === null ? unpaidPlanType : `${plan.name} plan`,
    credits: plan?.credits ?? 0,
    current_period_start: iso(presentedSubscription?.periodStartsAt ?? null),
    current_period_end: iso(presentedSubscription?.periodEndsAt ?? null),
    cancel_at: iso(presentedSubscription?.cancelAt ?? null),
    grace_until: iso(presentedSubscription === null ? null : entitlement.graceUntil),
    next_credits_at: presentedSubscription === null ? null : iso(nextCreditsAt(presentedSubscription)),
    owed_credits: options.owedCredits,
    has_unlimited_generations:
      options.hasCustomPlan || presentedSubscription?.holderUserId === account.userId,
    entitlements: [...options.entitlements],
    can_manage: options.canManage,
  };
}

/** Time of the next credits: the next month that is already paid, or the renewal that will pay for one. */
function nextCreditsAt({ nextGrantAt, cancelAt, periodEndsAt }: Subscription): Date | null {
  if (nextGrantAt !== null) return nextGrantAt;
  return cancelAt === null ? periodEndsAt : null;
}

function getInvoiceState({ status, refundedAt, isDisputed }: StoredInvoice): Invoice['state'] {
  if (refundedAt !== null) return 'refunded';
  return isDisputed && status === 'paid' ? 'disputed' : status;
}

/** Builds an invoice entry for lists, with the last period it pays for. */
export function presentInvoice(invoice: StoredInvoice): Invoice {
  const period = invoice.periods.findLast(({ kind }) => kind !== 'credit') ?? invoice.periods.at(-1);
  return {
    id: invoice.id,
    number: invoice.number,
    state: getInvoiceState(invoice),
    plan_id: period?.planId ?? null,
    amount_minor: invoice.amountMinor,
    currency: invoice.currency,
    issued_at: invoice.issuedAt.toISOString(),
    period_start: iso(period?.startsAt ?? null),
    period_end: iso(period?.endsAt ?? null),
    hosted_url: invoice.hostedUrl,
  };
}
