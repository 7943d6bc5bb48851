import type { Plan } from '@packshot/contract/billing/plans';
import { priceLines, pricePerDownload } from './prices.ts';

/** A sentence, or whether the plan has it. */
export type Cell = string | boolean;

export interface ComparisonRow {
  readonly label: string;
  /** What the label leaves open. */
  readonly note?: string;
  readonly cell: (plan: Plan) => Cell;
}

const AGREED = 'As agreed';

const priceRows = (currency: string | null): readonly ComparisonRow[] => [
  {
    label: 'Price',
    cell: (plan) => (plan.price === null ? 'On request' : `${priceLines(plan, currency).amount} / month`),
  },
  { label: 'Credits a month', cell: ({ credits }) => (credits === null ? AGREED : String(credits)) },
  { label: 'Price of one download', cell: (plan) => pricePerDownload(plan, currency) ?? AGREED },
  { label: 'Unused credits', cell: () => 'Roll over' },
];

/** What everybody has, guests too: said here so that nobody thinks a plan is needed for it. */
const EVERYBODYS_ROWS: readonly ComparisonRow[] = [
  { label: 'Every tool, every studio set', cell: () => true },
  { label: 'Batches', note: 'The same steps for many photos, in your browser.', cell: () => true },
];

/** What the plans' own words mean, where that is not plain. */
const NOTES: Readonly<Record<string, string>> = {
  '1 user': 'Your organization can have more members; the plan covers one of them.',
  'Batch automation': 'Whole catalogs, set up with you.',
};

/** One row for each feature that any plan lists, in the plans' order; a Custom plan contains what the others have. */
function featureRows(plans: readonly Plan[]): ComparisonRow[] {
  const features = [...new Set(plans.flatMap((plan) => plan.features))];
  return features.map((feature) => ({
    label: feature,
    ...(NOTES[feature] === undefined ? {} : { note: NOTES[feature] }),
    cell: (plan) => {
      if (plan.features.includes(feature)) return true;
      if (!plan.isCustomPlan) return false;
      return feature === '1 user' ? AGREED : true;
    },
  }));
}

export const comparisonRows = (plans: readonly Plan[], currency: string | null): readonly ComparisonRow[] => [
  ...priceRows(currency),
  ...EVERYBODYS_ROWS,
  ...featureRows(plans),
];
