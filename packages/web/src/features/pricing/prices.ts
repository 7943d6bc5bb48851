import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import { PLANS } from '@packshot/contract/billing/plans';
import type { Plan } from '@packshot/contract/billing/plans';
import { formatMoney } from '../../lib/plans/money.ts';

export const MONTHS_PER_YEAR = 12;

const twoDecimals = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Price of a plan per download, with two decimals; null if the price is negotiated.
 * @param currency null while unknown
 */
export function pricePerDownload({ price, credits }: Plan, currency: string | null): string | null {
  if (price === null || credits === null || credits === 0) return null;
  const each = price / credits;
  return currency === null ? twoDecimals.format(each) : formatMoney(Number(each.toFixed(2)), currency);
}

/** Largest saving of a yearly plan over the same plan paid monthly, in whole percent, rounded down. */
export function yearlySavingPercent(plans: readonly Plan[] = PLANS): number {
  const savings = plans.flatMap((yearly) => {
    const monthly = plans.find((plan) => plan.styleKey === yearly.styleKey && plan.term === 'month');
    if (!yearly.isYearly || !monthly?.price || yearly.price === null) return [];
    return [1 - yearly.price / monthly.price];
  });
  return Math.floor(Math.max(0, ...savings) * 100);
}

/** Two parts of the price text: '166' and '/ month, billed yearly'. */
export function priceLines(
  plan: Plan,
  currency: string | null,
): { readonly amount: string; readonly period: string } {
  if (plan.price === null) return { amount: t('Let’s talk'), period: plan.extraText };
  const amount = currency === null ? String(plan.price) : formatMoney(plan.price, currency);
  return { amount, period: [t('/ month'), plan.extraText].filter((words) => words !== '').join(', ') };
}
