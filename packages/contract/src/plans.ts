import { ROUTES } from './tabs.ts';

export const PLAN_TERMS = ['month', 'year'] as const;
export type PlanTerm = (typeof PLAN_TERMS)[number];

/**
 * A plan under the specification's names. Its `stripePriceId` is not known here: it differs between production and
 * staging, and comes with `subscription-details/` (`PlanPrice`).
 */
export interface Plan {
  readonly id: string;
  readonly name: string;
  /** Download credits granted each month; null where the amount is agreed in person. */
  readonly credits: number | null;
  /** Price per month in whole units of the configured currency; a yearly plan is charged twelve times this. */
  readonly price: number | null;
  readonly term: PlanTerm;
  readonly features: readonly string[];
  readonly isRecommended: boolean;
  readonly isYearly: boolean;
  readonly buttonText: string;
  readonly styleKey: 'lite' | 'plus' | 'pro' | 'custom';
  readonly isCustomPlan: boolean;
  /** Where its button leads instead of a checkout; null for plans that are bought. */
  readonly redirectURL: string | null;
  /** What is said beside the price; empty where it says all. */
  readonly extraText: string;
}

const FEATURES = [
  '1 user',
  'Unlimited generations',
  'Aspect ratio control',
  'AI prompt assist',
  'Web platform',
  'Auto-generation and product detection',
] as const;
const CUSTOM_FEATURES = [
  'Custom download quantity',
  'Available API connections',
  'Batch automation',
] as const;

const plan = (
  styleKey: Plan['styleKey'],
  name: string,
  term: PlanTerm,
  credits: number | null,
  price: number | null,
): Plan => ({
  id: `${styleKey}-${term}`,
  name,
  credits,
  price,
  term,
  features: styleKey === 'custom' ? CUSTOM_FEATURES : FEATURES,
  isRecommended: styleKey === 'pro',
  isYearly: term === 'year',
  buttonText: styleKey === 'custom' ? 'Talk to sales' : 'Subscribe',
  styleKey,
  isCustomPlan: styleKey === 'custom',
  redirectURL: styleKey === 'custom' ? ROUTES.bookDemo : null,
  extraText: styleKey === 'custom' ? 'A price for your volume' : term === 'year' ? 'billed yearly' : '',
});

export const PLANS: readonly Plan[] = [
  plan('lite', 'Lite', 'month', 30, 199),
  plan('plus', 'Plus', 'month', 50, 299),
  plan('pro', 'Pro', 'month', 150, 829),
  plan('custom', 'Custom', 'month', null, null),
  plan('lite', 'Lite', 'year', 30, 166),
  plan('plus', 'Plus', 'year', 50, 249),
  plan('pro', 'Pro', 'year', 150, 691),
  plan('custom', 'Custom', 'year', null, null),
];

/** The plan type that triggers a credit refresh for marketplace users. */
export const GCP_FREE_PLAN_TYPE = 'GCP Free plan';

/** What `plan_type` says of somebody without a plan. */
export const FREE_PLAN_TYPE = 'Free plan';

/** @returns the plan with this id, or null when there is none */
export const planById = (id: string): Plan | null => PLANS.find((candidate) => candidate.id === id) ?? null;

/** `company_name` of who came by the marketplace. */
export const GCP_COMPANY_LABEL = 'Google Cloud Marketplace';
