import { t } from '../text/translation.ts';
import { ROUTES } from '../routes.ts';
import { ENTITLEMENT_FEATURES, PLAN_ENTITLEMENTS } from './entitlements.ts';
import type { PlanKind } from './entitlements.ts';

export const PLAN_TERMS = ['month', 'year'] as const;
export type PlanTerm = (typeof PLAN_TERMS)[number];

/**
 * A plan. Stripe's ID of its price isn't included, because that differs between production and staging; see
 * `PlanPrice`.
 */
export interface Plan {
  readonly id: string;
  readonly name: string;
  /** Download credits granted each month; null if negotiated. */
  readonly credits: number | null;
  /**
   * Price per month in whole units of the configured currency; a yearly plan is charged twelve times this.
   */
  readonly price: number | null;
  readonly term: PlanTerm;
  readonly features: readonly string[];
  readonly isRecommended: boolean;
  readonly isYearly: boolean;
  readonly buttonText: string;
  readonly styleKey: Exclude<PlanKind, 'free'>;
  readonly isCustomPlan: boolean;
  /** Address that the plan's button opens instead of a checkout; null for plans that can be bought. */
  readonly redirectURL: string | null;
  /** Text next to the price; may be empty. */
  readonly extraText: string;
}

/** Feature of every plan except Custom plans, which negotiate the number of users. */
export const ONE_USER = t('1 user');

const FEATURES = [
  ONE_USER,
  t('Unlimited generations'),
  t('Aspect ratio control'),
  t('AI prompt assist'),
  t('Web platform'),
  t('Auto-generation and product detection'),
] as const;

const listFeatures = (kind: PlanKind): readonly string[] => [
  ...(kind === 'custom' ? [t('Custom download quantity')] : FEATURES),
  ...PLAN_ENTITLEMENTS[kind].map((entitlement) => ENTITLEMENT_FEATURES[entitlement]),
];

interface Offer extends Pick<Plan, 'styleKey' | 'name' | 'credits'> {
  /** Prices by term; null if sales negotiates the price. */
  readonly prices: Readonly<Record<PlanTerm, Plan['price']>>;
}

const OFFERS: readonly Offer[] = [
  { styleKey: 'lite', name: 'Lite', credits: 30, prices: { month: 199, year: 166 } },
  { styleKey: 'plus', name: 'Plus', credits: 50, prices: { month: 299, year: 249 } },
  { styleKey: 'pro', name: 'Pro', credits: 150, prices: { month: 829, year: 691 } },
  { styleKey: 'custom', name: 'Custom', credits: null, prices: { month: null, year: null } },
];

const createPlan = ({ styleKey, name, credits, prices }: Offer, term: PlanTerm): Plan => ({
  id: `${styleKey}-${term}`,
  name,
  credits,
  price: prices[term],
  term,
  features: listFeatures(styleKey),
  isRecommended: styleKey === 'pro',
  isYearly: term === 'year',
  buttonText: styleKey === 'custom' ? t('Talk to sales') : t('Subscribe'),
  styleKey,
  isCustomPlan: styleKey === 'custom',
  redirectURL: styleKey === 'custom' ? ROUTES.bookDemo : null,
  extraText: styleKey === 'custom' ? t('Volume pricing') : term === 'year' ? t('billed yearly') : '',
});

export const PLANS: readonly Plan[] = PLAN_TERMS.flatMap((term) =>
  OFFERS.map((offer) => createPlan(offer, term)),
);

/** The `plan_type` of marketplace users without a paid plan. */
export const GCP_FREE_PLAN_TYPE = 'GCP Free plan';

export const CUSTOM_PLAN_TYPE = 'Custom plan';

export const FREE_PLAN_TYPE = 'Free plan';

export const planById = (id: string): Plan | null => PLANS.find((candidate) => candidate.id === id) ?? null;

export const GCP_COMPANY_LABEL = 'Google Cloud Marketplace';
