import { OWN_MESSAGES } from '@packshot/contract/messages';
import type { Plan } from '@packshot/contract/plans';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { MONTHS_PER_YEAR, priceLines } from './prices.ts';

export function PlanCard({ plan }: { readonly plan: Plan }) {
  const noteId = useId();
  const { amount, period } = priceLines(plan);
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
        {plan.isRecommended && (
          <span className="rounded-full bg-button-ink px-2.5 py-0.5 text-xs font-semibold text-paper">
            Recommended
          </span>
        )}
      </div>
      <p className="mt-4 flex min-h-11 flex-wrap items-baseline gap-x-1.5">
        <span
          className={classNames(
            'font-bold tracking-headline tabular-nums',
            plan.price === null ? 'text-2xl' : 'text-3xl',
          )}
        >
          {amount}
        </span>{' '}
        {plan.price !== null && <span className="text-sm text-muted">{period}</span>}
      </p>
      <p className="mt-1 min-h-5 text-sm text-muted">
        {plan.price === null && period}
        {plan.price !== null && plan.isYearly && `${plan.price * MONTHS_PER_YEAR} a year`}
      </p>
      <p className="mt-4 text-base font-medium">
        {plan.credits === null ? 'Credits as agreed' : `${plan.credits} credits a month`}
      </p>
      <Button
        disabled
        variant={plan.isRecommended ? 'primary' : 'secondary'}
        aria-describedby={noteId}
        className="mt-4 w-full"
      >
        {plan.buttonText}
      </Button>
      <p id={noteId} className="mt-2 text-xs text-muted">
        {plan.isCustomPlan ? OWN_MESSAGES.salesNotConfigured : OWN_MESSAGES.paymentsNotConfigured}
      </p>
      <ul className="mt-5 grid gap-2 border-t border-line pt-5 text-sm">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Icon of={Check} sizePx={16} className="mt-0.5 shrink-0" />
            {feature}
          </li>
        ))}
      </ul>
    </article>
  );
}
