import { t } from '@packshot/contract/text/translation';
import { BILLING_MESSAGES } from '@packshot/contract/billing/messages';
import { planById, PLANS } from '@packshot/contract/billing/plans';
import type { PlanTerm } from '@packshot/contract/billing/plans';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { allowances } from '../../lib/plans/allowances.ts';
import { useGlobalState } from '../../lib/state/global-state.ts';
import { FullScreenLoader } from '../../ui/full-screen-loader.tsx';
import { Rich } from '../../ui/rich.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { Faq } from './faq.tsx';
import { freeToTry } from './free-to-try.ts';
import { PlanCard } from './plan-card.tsx';
import { yearlySavingPercent } from './prices.ts';
import { usePurchase } from './use-purchase.ts';

const DemoCheckoutPage = lazy(() => import('./demo-checkout.tsx'));

/** Pricing page: the plans, or the demo's checkout on a server without a payment service. */
export default function PricingPage() {
  const checkoutId = new URLSearchParams(useLocation().searchStr).get('checkout');
  if (checkoutId === null) return <Plans />;
  return (
    <Suspense fallback={<FullScreenLoader />}>
      <DemoCheckoutPage checkoutId={checkoutId} />
    </Suspense>
  );
}

function Plans() {
  const details = useGlobalState((state) => state.subscriptionDetails);
  const currentPlan = details?.plan_id ? planById(details.plan_id) : null;
  const [chosenTerm, setTerm] = useState<PlanTerm | null>(null);
  // Subscribers first see the billing term of their own plan.
  const term = chosenTerm ?? currentPlan?.term ?? 'month';
  const { busyPlanId, buy } = usePurchase();
  const plans = PLANS.filter((plan) => plan.term === term);
  const currency = details?.currency ?? null;
  return (
    <div className="mx-auto w-full max-w-page px-6 pt-14 pb-16 max-md:px-4 max-md:pt-8">
      <div className="flex flex-col items-center text-center">
        <h1 className="text-3xl font-bold tracking-headline max-md:text-2xl">
          {t('Pay for what you download')}
        </h1>
        <p className="mt-3 max-w-xl text-lg text-muted">
          {t(
            'One credit is one picture downloaded at full size. Creating pictures is unlimited on every plan.',
          )}
        </p>
        <SegmentedControl
          className="mt-7 border border-line"
          label={t('Billing')}
          value={term}
          onChange={setTerm}
          segments={[
            { value: 'month', label: t('Monthly') },
            {
              value: 'year',
              label: (
                <Rich
                  text={t('Yearly <saving>save up to {percent}%</saving>', {
                    percent: yearlySavingPercent(),
                  })}
                  saving={<span className="text-success" />}
                />
              ),
            },
          ]}
        />
      </div>
      <ul className="mt-8 grid items-stretch gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {plans.map((plan) => (
          <li key={plan.id} className="flex">
            <PlanCard
              plan={plan}
              details={details}
              isBusy={busyPlanId === plan.id}
              isLocked={busyPlanId !== null}
              onChoose={() => buy(plan)}
            />
          </li>
        ))}
      </ul>
      <p className="mx-auto mt-6 max-w-2xl text-center text-base text-muted">
        {details?.billing_mode === 'demo' && (
          <span>
            <strong className="font-semibold text-ink">{BILLING_MESSAGES.paymentsDemo}</strong>{' '}
            {t('This is a demo: you can try any plan without paying.')}{' '}
          </span>
        )}
        <span>{t('Free without a plan: {offer}', { offer: freeToTry(allowances()) })}</span>
      </p>
      <ComparisonTable plans={plans} currentPlanId={currentPlan?.id ?? null} currency={currency} />
      <Faq currency={currency} isSold={details !== null && details.billing_mode !== 'manual'} />
    </div>
  );
}
