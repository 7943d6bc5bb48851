import { t } from '@packshot/contract/text/translation';
import type { SubscriptionDetails } from '@packshot/contract/billing/schemas';
import { BILLING_MESSAGES } from '@packshot/contract/billing/messages';
import { ENTITLEMENT_FEATURES } from '@packshot/contract/billing/entitlements';
import {
  CUSTOM_PLAN_TYPE,
  FREE_PLAN_TYPE,
  GCP_FREE_PLAN_TYPE,
  planById,
} from '@packshot/contract/billing/plans';
import { ROUTES } from '@packshot/contract/routes';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getErrorMessage } from '../../../lib/api/api-error.ts';
import { useGlobalState } from '../../../lib/state/global-state.ts';
import { formatMoney } from '../../../lib/plans/money.ts';
import { navigateTo } from '../../../lib/state/navigation.ts';
import { awaitPurchase, openPortal, refreshSubscription } from '../../../lib/plans/subscription.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { formatDay } from '../days.ts';
import { DemoPortal } from '../demo-portal.tsx';

const ACCOUNT_PATH = `${ROUTES.home}?tab=account`;

/** Section with the plan, its price and its end date, and links to change or cancel it. */
export default function PlanSection() {
  const details = useGlobalState((state) => state.subscriptionDetails);
  const isArriving = usePurchase();
  useEffect(() => {
    refreshSubscription().catch((error: unknown) => showToast('error', getErrorMessage(error)));
  }, []);
  if (details === null) return <Skeleton className="h-28" />;
  return (
    <>
      {isArriving && (
        <p role="status" className="mb-4 rounded-md bg-fill px-3.5 py-3 text-sm">
          {t('Your purchase is being confirmed. This takes a few seconds.')}
        </p>
      )}
      {details.owed_credits > 0 && (
        <p className="mb-4 rounded-md bg-warning-soft px-3.5 py-3 text-sm text-warning">
          {t(
            'Download credits used before their payment was refunded: {credits}. They are deducted from your next plan credits.',
            { credits: details.owed_credits },
          )}
        </p>
      )}
      {details.plan_id === null ? <NoPlan details={details} /> : <Plan details={details} />}
      <DemoPortal details={details} />
    </>
  );
}

/** Names of plan types that aren't for sale. */
const PLAN_TYPE_WORDS: Readonly<Record<string, string>> = {
  [FREE_PLAN_TYPE]: t('Free plan'),
  [CUSTOM_PLAN_TYPE]: t('Custom plan'),
  [GCP_FREE_PLAN_TYPE]: t('GCP Free plan'),
};

function NoPlan({ details }: { readonly details: SubscriptionDetails }) {
  const isCustom = details.plan_type === CUSTOM_PLAN_TYPE;
  return (
    <>
      <p className="text-lg font-semibold">{PLAN_TYPE_WORDS[details.plan_type] ?? details.plan_type}</p>
      <p className="mt-1 max-w-xl text-base text-muted">
        {isCustom
          ? t('Unlimited generations, and downloads as agreed.')
          : `${NO_PLAN_WORDS[details.state]} ${t('Paid plans add monthly downloads and unlimited generations.')}`}
      </p>
      <Included details={details} />
      {!isCustom && <Actions details={details} />}
    </>
  );
}

/** List of the plan's entitlements, worded like on the pricing page. */
function Included({ details: { entitlements } }: { readonly details: SubscriptionDetails }) {
  if (entitlements.length === 0) return null;
  const features = entitlements.map((entitlement) => ENTITLEMENT_FEATURES[entitlement]);
  return <p className="mt-2 text-base">{t('Included: {features}.', { features: features.join(', ') })}</p>;
}

const NO_PLAN_WORDS: Readonly<Record<SubscriptionDetails['state'], string>> = {
  none: t('You’re on the free allowance.'),
  active: '',
  past_due: t('Your last payment failed, and your plan has stopped. Update your card to resume it.'),
  ended: t('Your plan has ended. Your remaining credits stay yours.'),
};

function Plan({ details }: { readonly details: SubscriptionDetails }) {
  const prices = useGlobalState((state) => state.subscriptionPrices);
  const plan = planById(details.plan_id ?? '');
  if (plan === null) return null;
  const price = prices.find(({ plan_id }) => plan_id === plan.id)?.amount ?? null;
  return (
    <>
      <p className="text-lg font-semibold">{plan.name}</p>
      <p className="mt-1 text-base text-muted">
        {price === null
          ? t('{downloads} downloads a month, unlimited generations.', { downloads: plan.credits ?? 0 })
          : t(
              '{downloads} downloads a month, unlimited generations, {price} a {term, select, year {year} other {month}}.',
              {
                downloads: plan.credits ?? 0,
                price: formatMoney(price, details.currency),
                term: plan.term,
              },
            )}
      </p>
      <Included details={details} />
      <State details={details} />
      {!details.has_unlimited_generations && (
        <p className="mt-2 text-base text-muted">
          {t('Another member of your organization manages the plan.')}
        </p>
      )}
      <Actions details={details} />
    </>
  );
}

/** Sentence about the next event of the subscription, and its date. */
function State({ details }: { readonly details: SubscriptionDetails }) {
  if (details.state === 'past_due') {
    return (
      <p role="alert" className="mt-3 rounded-md bg-danger-soft px-3.5 py-3 text-sm text-danger">
        {t(
          'Your last payment failed. We’ll try again; update your card to be safe. Your plan continues until {date}.',
          { date: formatDay(details.grace_until) },
        )}
      </p>
    );
  }
  if (details.cancel_at !== null) {
    return (
      <p className="mt-3 rounded-md bg-warning-soft px-3.5 py-3 text-sm text-warning">
        {t('Canceled: your plan ends on {date}. Your remaining credits stay yours.', {
          date: formatDay(details.cancel_at),
        })}
      </p>
    );
  }
  return (
    <p className="mt-2 text-base">
      {t('Renews on {date}.', { date: formatDay(details.current_period_end) })}
    </p>
  );
}

function Actions({ details }: { readonly details: SubscriptionDetails }) {
  const [isBusy, setIsBusy] = useState(false);
  const manage = async () => {
    setIsBusy(true);
    try {
      await openPortal();
    } catch (error) {
      showToast('error', getErrorMessage(error));
    } finally {
      setIsBusy(false);
    }
  };
  const hasSubscription = details.state === 'active' || details.state === 'past_due';
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-2">
        <Link
          to={ROUTES.home}
          search={{ tab: 'pricing' }}
          className={buttonClasses(hasSubscription ? 'secondary' : 'primary')}
        >
          {hasSubscription ? t('Change plan') : t('See plans')}
        </Link>
        {hasSubscription && details.can_manage && details.billing_mode !== 'manual' && (
          <Button variant="secondary" loading={isBusy} onClick={() => void manage()}>
            {t('Manage payment and cancel')}
          </Button>
        )}
      </div>
      {details.billing_mode === 'demo' && (
        <p className="mt-3 text-sm text-muted">{BILLING_MESSAGES.paymentsDemo}</p>
      )}
      {details.billing_mode === 'manual' && (
        <p className="mt-3 text-sm text-muted">{BILLING_MESSAGES.paymentsNotConfigured}</p>
      )}
    </>
  );
}

/** Waits until a purchase on the payment page has reached the server. Returns true while waiting. */
function usePurchase(): boolean {
  const planId = new URLSearchParams(useLocation().searchStr).get('purchase');
  const plan = planById(planId ?? '');
  useEffect(() => {
    if (plan === null) return;
    const leaving = new AbortController();
    const wait = async () => {
      try {
        const hasArrived = await awaitPurchase(plan.id, leaving.signal);
        if (leaving.signal.aborted) return;
        if (hasArrived) showToast('success', t('You’re now on the {plan} plan.', { plan: plan.name }));
        else showToast('warning', BILLING_MESSAGES.purchasePending);
      } catch (error) {
        if (leaving.signal.aborted) return;
        showToast('error', getErrorMessage(error));
      }
      navigateTo(ACCOUNT_PATH);
    };
    void wait();
    return () => leaving.abort();
  }, [plan]);
  return plan !== null;
}
