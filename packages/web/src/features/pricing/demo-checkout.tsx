import { t } from '@packshot/contract/text/translation';
import type { DemoCheckout } from '@packshot/contract/billing/schemas';
import { BILLING_MESSAGES } from '@packshot/contract/billing/messages';
import { planById } from '@packshot/contract/billing/plans';
import type { Plan } from '@packshot/contract/billing/plans';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { CreditCard, FlaskConical, ReceiptText } from 'lucide';
import { useEffect, useState } from 'react';
import { call, getErrorMessage } from '../../lib/api/api-client.ts';
import { formatMoney } from '../../lib/plans/money.ts';
import { navigateTo } from '../../lib/state/navigation.ts';
import { showToast } from '../../lib/state/toast.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type CheckoutState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'open'; readonly checkout: DemoCheckout; readonly plan: Plan };

/** Replaces Stripe's checkout in demo mode; says that it is a demo, and charges nothing. */
export default function DemoCheckoutPage({ checkoutId }: { readonly checkoutId: string }) {
  const state = useDemoCheckout(checkoutId);
  if (state.kind === 'failed') {
    return (
      <div className="flex flex-1 items-center justify-center">
        <EmptyState
          icon={ReceiptText}
          level={1}
          title={t('This purchase is no longer open')}
          actions={<BackToPlans isPrimary />}
        >
          {state.message}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="mx-auto w-full max-w-lg px-6 pt-14 pb-16 max-md:px-4 max-md:pt-8">
      <p className="flex items-center gap-2 rounded-lg bg-warning-soft px-4 py-3 text-sm font-medium text-warning">
        <Icon of={FlaskConical} sizePx={18} className="shrink-0" />
        {BILLING_MESSAGES.paymentsDemo} {t('This demo page replaces the payment service’s own.')}
      </p>
      <Card className="mt-4 p-7 max-md:p-5">
        {state.kind === 'loading' ? (
          <Skeleton className="h-72" />
        ) : (
          <Confirmation checkout={state.checkout} plan={state.plan} />
        )}
      </Card>
    </div>
  );
}

function useDemoCheckout(checkoutId: string): CheckoutState {
  const [state, setState] = useState<CheckoutState>({ kind: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const next = await readCheckout(checkoutId);
      if (isCurrent) setState(next);
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [checkoutId]);
  return state;
}

async function readCheckout(checkoutId: string): Promise<CheckoutState> {
  try {
    const checkout = await call('getDemoCheckout', { query: { checkout_id: checkoutId } });
    const plan = planById(checkout.plan_id);
    return plan === null
      ? { kind: 'failed', message: BILLING_MESSAGES.checkoutGone }
      : { kind: 'open', checkout, plan };
  } catch (error) {
    return { kind: 'failed', message: getErrorMessage(error) };
  }
}

function formatTitle(plan: Plan, replaced: Plan | null): string {
  if (replaced === null) return t('Subscribe to {plan}', { plan: plan.name });
  if (replaced.name !== plan.name)
    return t('Change from {current} to {plan}', { current: replaced.name, plan: plan.name });
  return plan.isYearly
    ? t('Pay for {plan} yearly', { plan: plan.name })
    : t('Pay for {plan} monthly', { plan: plan.name });
}

/** Sentence about the amount that a real payment service would charge. */
function avoidedCharge(plan: Plan, replaced: Plan | null, price: string): string {
  if (replaced === null) return t('instead of {price}', { price });
  if (replaced.term === plan.term) return t('instead of the difference for the rest of the period');
  return t('instead of {price}, less what you have paid for the rest of the period', { price });
}

function Confirmation({ checkout, plan }: { readonly checkout: DemoCheckout; readonly plan: Plan }) {
  const [isBusy, setIsBusy] = useState(false);
  const price = formatMoney(checkout.amount, checkout.currency);
  const replaced = checkout.replaces_plan_id === null ? null : planById(checkout.replaces_plan_id);
  const confirm = async () => {
    setIsBusy(true);
    try {
      const { url } = await call('actInDemo', {
        body: { action: 'confirm', checkout_id: checkout.checkout_id },
      });
      navigateTo(url);
    } catch (error) {
      showToast('error', getErrorMessage(error));
      setIsBusy(false);
    }
  };
  return (
    <>
      <h1 className="text-2xl font-bold tracking-headline">{formatTitle(plan, replaced)}</h1>
      <dl className="mt-6 grid gap-3 text-base">
        <Line label={t('Plan')}>
          {plan.isYearly
            ? t('{plan}, billed yearly', { plan: plan.name })
            : t('{plan}, billed monthly', { plan: plan.name })}
        </Line>
        <Line label={t('Credits')}>
          {t('{downloads} downloads a month', { downloads: plan.credits ?? 0 })}
        </Line>
        <Line label={t('Generations')}>{t('Unlimited')}</Line>
        <Line label={plan.isYearly ? t('Yearly price') : t('Monthly price')}>{price}</Line>
        <div className="flex items-baseline justify-between gap-6 border-t border-line pt-4">
          <dt className="font-semibold">{t('Charged now')}</dt>
          <dd className="text-right">
            <span className="text-2xl font-bold tracking-headline tabular-nums">
              {formatMoney(0, checkout.currency)}
            </span>
            <span className="block text-sm text-muted">{avoidedCharge(plan, replaced, price)}</span>
          </dd>
        </div>
      </dl>
      <div className="mt-7 grid gap-2">
        <Button size="lg" icon={CreditCard} loading={isBusy} onClick={() => void confirm()}>
          {t('Confirm without paying')}
        </Button>
        <BackToPlans />
      </div>
    </>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-medium tabular-nums">{children}</dd>
    </div>
  );
}

const BackToPlans = ({ isPrimary = false }: { readonly isPrimary?: boolean }) => (
  <Link
    to={ROUTES.home}
    search={{ tab: 'pricing' }}
    className={buttonClasses(isPrimary ? 'primary' : 'ghost', isPrimary ? 'md' : 'lg')}
  >
    {t('Back to plans')}
  </Link>
);
