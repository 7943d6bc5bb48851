import { t } from '@packshot/contract/text/translation';
import { ENTITLEMENT_FEATURES, SMALL_RUN_PHOTOS } from '@packshot/contract/billing/entitlements';
import { ONE_USER } from '@packshot/contract/billing/plans';
import type { Plan } from '@packshot/contract/billing/plans';
import { priceLines, pricePerDownload } from './prices.ts';

/** Content of a table cell: a sentence, or whether the plan includes the feature. */
export type Cell = string | boolean;

export interface ComparisonRow {
  readonly label: string;
  /** Details of the feature that the label omits. */
  readonly note?: string;
  readonly cell: (plan: Plan) => Cell;
}

const AGREED = t('As agreed');

const priceRows = (currency: string | null): readonly ComparisonRow[] => [
  {
    label: t('Price'),
    cell: (plan) =>
      plan.price === null
        ? t('On request')
        : t('{price} / month', { price: priceLines(plan, currency).amount }),
  },
  { label: t('Monthly credits'), cell: ({ credits }) => (credits === null ? AGREED : String(credits)) },
  { label: t('Price per download'), cell: (plan) => pricePerDownload(plan, currency) ?? AGREED },
  { label: t('Unused credits'), cell: () => t('Roll over') },
];

/** Features available to all users, including guests. The table lists them to show that they need no plan. */
const EVERYBODYS_ROWS: readonly ComparisonRow[] = [
  { label: t('Every tool, every studio set'), cell: () => true },
  { label: t('Batches'), note: t('The same steps for many photos, in your browser.'), cell: () => true },
];

/** Explanations of less obvious feature names. */
const NOTES: Readonly<Record<string, string>> = {
  [ONE_USER]: t('Your organization can have more members; the plan covers one of them.'),
  [ENTITLEMENT_FEATURES.live_keys]: t(
    'Live API keys. Test keys, with a watermark, are available without a plan.',
  ),
  [ENTITLEMENT_FEATURES.large_runs]: t(
    'Catalog runs of more than {photos} photos. Smaller runs are available without a plan.',
    { photos: SMALL_RUN_PHOTOS },
  ),
};

/** Rows for all features that any plan lists, in the plans' order; a Custom plan includes every feature. */
function featureRows(plans: readonly Plan[]): ComparisonRow[] {
  const features = [...new Set(plans.flatMap((plan) => plan.features))];
  return features.map((feature) => ({
    label: feature,
    ...(NOTES[feature] === undefined ? {} : { note: NOTES[feature] }),
    cell: (plan) => {
      if (plan.features.includes(feature)) return true;
      if (!plan.isCustomPlan) return false;
      return feature === ONE_USER ? AGREED : true;
    },
  }));
}

export const comparisonRows = (plans: readonly Plan[], currency: string | null): readonly ComparisonRow[] => [
  ...priceRows(currency),
  ...EVERYBODYS_ROWS,
  ...featureRows(plans),
];
