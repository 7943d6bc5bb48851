import { GUEST_FREE_DOWNLOADS, GUEST_FREE_GENERATIONS } from '@packshot/contract/limits';
import { PLANS } from '@packshot/contract/plans';
import type { PlanTerm } from '@packshot/contract/plans';
import { useState } from 'react';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { Faq } from './faq.tsx';
import { PlanCard } from './plan-card.tsx';
import { yearlySavingPercent } from './prices.ts';

export default function PricingPage() {
  const [term, setTerm] = useState<PlanTerm>('month');
  const plans = PLANS.filter((plan) => plan.term === term);
  return (
    <div className="mx-auto w-full max-w-page px-6 pt-14 pb-16 max-md:px-4 max-md:pt-8">
      <div className="flex flex-col items-center text-center">
        <h1 className="text-3xl font-bold tracking-headline max-md:text-2xl">Pay for what you download</h1>
        <p className="mt-3 max-w-xl text-lg text-muted">
          One credit is one picture downloaded at full size. Making pictures is unlimited on every plan.
        </p>
        <SegmentedControl
          className="mt-7 border border-line"
          label="Billing"
          value={term}
          onChange={setTerm}
          segments={[
            { value: 'month', label: 'Monthly' },
            {
              value: 'year',
              label: (
                <>
                  Yearly <span className="text-success">up to −{yearlySavingPercent()} %</span>
                </>
              ),
            },
          ]}
        />
      </div>
      <ul className="mt-8 grid items-stretch gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {plans.map((plan) => (
          <li key={plan.id} className="flex">
            <PlanCard plan={plan} />
          </li>
        ))}
      </ul>
      <p className="mt-6 text-center text-base text-muted">
        Without a plan: {GUEST_FREE_GENERATIONS} generations and {GUEST_FREE_DOWNLOADS} downloads to try, no
        account needed.
      </p>
      <ComparisonTable plans={plans} />
      <Faq />
    </div>
  );
}
