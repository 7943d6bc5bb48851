import { t } from '@packshot/contract/text/translation';
import type { SubscriptionDetails } from '@packshot/contract/billing/schemas';
import { BILLING_MESSAGES } from '@packshot/contract/billing/messages';
import type { Plan } from '@packshot/contract/billing/plans';
import { Check } from 'lucide';
import { useId } from 'react';
import { formatMoney } from '../../lib/plans/money.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { MONTHS_PER_YEAR, priceLines } from './prices.ts';
import { Link } from '@tanstack/react-router';

export interface PlanCardProps {
  readonly plan: Plan;
  /** Subscription of the user; null until the page has loaded it. */
  readonly details: SubscriptionDetails | null;
  readonly isBusy: boolean;
  /** True while the checkout of another plan is opening. */
  readonly isLocked: boolean;
  readonly onChoose: () => void;
}

export function PlanCard(props: PlanCardProps) {
  const { plan, details } = props;
  const isCurrent = details?.plan_id === plan.id;
  return (
    <article
      aria-label={plan.name}
      className={classNames(
        'relative flex w-full flex-col rounded-xl bg-surface p-6',
        plan.isRecommended ? 'border border-ink shadow-mid ring-1 ring-ink' : 'border border-line',
      )}
    >
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{plan.name}</h2>
        {(isCurrent || plan.isRecommended) && (
          <span
            className={classNames(
              'rounded-full px-2.5 py-0.5 text-xs font-semibold',
              isCurrent ? 'bg-success-soft text-success' : 'bg-button-ink text-paper',
            )}
          >
            {isCurrent ? t('Your plan') : t('Recommended')}
          </span>
        )}
      </div>
      <Price plan={plan} currency={details?.currency ?? null} />
      <p className="mt-4 text-base font-medium">
        {plan.credits === null
          ? t('Credits as agreed')
          : t('{credits} credits a month', { credits: plan.credits })}
      </p>
      {plan.redirectURL === null ? (
        <BuyButton {...props} />
      ) : (
        <SalesButton label={plan.buttonText} to={plan.redirectURL} />
      )}
      <div className="mt-5 border-t border-line pt-5 text-sm">
        {plan.isCustomPlan && <p className="mb-2 font-medium">{t('Everything in Pro, plus')}</p>}
        <ul className="grid gap-2">
          {plan.features.map((feature) => (
            <li key={feature} className="flex gap-2.5">
              <Icon of={Check} sizePx={16} className="mt-0.5 shrink-0" />
              {feature}
            </li>
          ))}
        </ul>
      </div>
    </article>
  );
}

function Price({ plan, currency }: { readonly plan: Plan; readonly currency: string | null }) {
  const { amount, period } = priceLines(plan, currency);
  const yearly = plan.price === null ? null : plan.price * MONTHS_PER_YEAR;
  return (
    <>
      <p className="mt-4 flex min-h-11 flex-wrap items-baseline gap-x-1.5">
        <span
          className={classNames(
            'font-bold tracking-headline tabular-nums',
            plan.price === null ? 'text-2xl' : 'text-3xl',
          )}
        >
          {amount}
        </span>{' '}
        {plan.price !== null && <span className="text-sm whitespace-nowrap text-muted">{t('/ month')}</span>}
      </p>
      <p className="mt-1 min-h-5 text-sm text-muted">
        {plan.price === null && period}
        {/* Takes up a line even if empty, so that the buttons below don't move when the term changes. */}
        {yearly !== null &&
          plan.isYearly &&
          t('billed yearly: {price} a year', {
            price: currency === null ? yearly : formatMoney(yearly, currency),
          })}
      </p>
    </>
  );
}

function BuyButton({ plan, details, isBusy, isLocked, onChoose }: PlanCardProps) {
  const noteId = useId();
  const note = formatNote(plan, details);
  const isCurrent = details?.plan_id === plan.id && details.cancel_at === null;
  const isImpossible = details === null || details.billing_mode === 'manual' || isCurrent;
  // Only managers of an organization can change its plan.
  const isForOthers = details !== null && details.plan_id !== null && !details.can_manage;
  return (
    <>
      <Button
        disabled={isImpossible || isForOthers || (isLocked && !isBusy)}
        loading={isBusy}
        variant={plan.isRecommended ? 'primary' : 'secondary'}
        aria-label={`${formatLabel(plan, details)}: ${plan.name}`}
        aria-describedby={noteId}
        className="mt-4 w-full"
        onClick={onChoose}
      >
        {formatLabel(plan, details)}
      </Button>
      <p id={noteId} className="mt-2 min-h-4 text-xs text-muted">
        {note}
      </p>
    </>
  );
}

function formatLabel(plan: Plan, details: SubscriptionDetails | null): string {
  if (details?.plan_id === plan.id) return details.cancel_at === null ? t('Your plan') : t('Keep this plan');
  return details?.plan_id ? t('Switch to this plan') : plan.buttonText;
}

function formatNote(plan: Plan, details: SubscriptionDetails | null): string {
  if (details === null) return '';
  if (details.billing_mode === 'manual') return BILLING_MESSAGES.paymentsNotConfigured;
  if (details.plan_id !== null && !details.can_manage)
    return t('Your organization’s owner manages its plan.');
  if (details.plan_id === plan.id) return '';
  if (details.billing_mode === 'demo') return BILLING_MESSAGES.paymentsDemo;
  return details.plan_id === null ? t('Cancel at any time.') : t('You only pay the difference.');
}

/** Button for a plan with a negotiated price, which links to the sales form. */
function SalesButton({ label, to }: { readonly label: string; readonly to: string }) {
  return (
    <Link to={to} className={`${buttonClasses('secondary')} mt-4 w-full`}>
      {label}
    </Link>
  );
}
