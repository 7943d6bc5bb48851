import { ROUTES } from '../routes.ts';

export const PLAN_TERMS = ['month', 'year'] as const;
export type PlanTerm = (typeof PLAN_TERMS)[number];

/**
 * A plan, by the names that its clients know. Its `stripePriceId` is not known here: it differs between production and
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

interface Offer extends Pick<Plan, 'styleKey' | 'name' | 'credits'> {
  /** By how it is paid; null where sales make a price. */
  readonly prices: Readonly<Record<PlanTerm, Plan['price']>>;
}

const OFFERS: readonly Offer[] = [
  { styleKey: 'lite', name: 'Lite', credits: 30, prices: { month: 199, year: 166 } },
  { styleKey: 'plus', name: 'Plus', credits: 50, prices: { month: 299, year: 249 } },
  { styleKey: 'pro', name: 'Pro', credits: 150, prices: { month: 829, year: 691 } },
  { styleKey: 'custom', name: 'Custom', credits: null, prices: { month: null, year: null } },
];

const planOf = ({ styleKey, name, credits, prices }: Offer, term: PlanTerm): Plan => ({
  id: `${styleKey}-${term}`,
  name,
  credits,
  price: prices[term],
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

/** Everything that is sold, the monthly plans first. */
export const PLANS: readonly Plan[] = PLAN_TERMS.flatMap((term) =>
  OFFERS.map((offer) => planOf(offer, term)),
);

/** The plan type that triggers a credit refresh for marketplace users. */
export const GCP_FREE_PLAN_TYPE = 'GCP Free plan';

/** What `plan_type` says of somebody without a plan. */
export const FREE_PLAN_TYPE = 'Free plan';

/** @returns the plan with this id, or null when there is none */
export const planById = (id: string): Plan | null => PLANS.find((candidate) => candidate.id === id) ?? null;

/** `company_name` of who came by the marketplace. */
export const GCP_COMPANY_LABEL = 'Google Cloud Marketplace';
