import { t } from '@packshot/contract/text/translation';
import type { Plan } from '@packshot/contract/billing/plans';
import { Check, Minus } from 'lucide';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { comparisonRows } from './comparison.ts';
import type { Cell } from './comparison.ts';

export interface ComparisonTableProps {
  readonly plans: readonly Plan[];
  readonly currentPlanId: string | null;
  readonly currency: string | null;
}

export function ComparisonTable({ plans, currentPlanId, currency }: ComparisonTableProps) {
  const rows = comparisonRows(plans, currency);
  return (
    <section className="mt-16">
      <h2 id="compare-plans" className="text-2xl font-bold tracking-headline">
        {t('Compare plans')}
      </h2>
      <div
        role="region"
        aria-labelledby="compare-plans"
        tabIndex={0}
        // Screen-reader text is positioned absolutely, and would widen the page unless it is clipped here.
        className="relative mt-5 overflow-x-auto rounded-xl border border-line bg-surface"
      >
        <table className="w-full min-w-[40rem] text-left text-sm">
          <thead>
            <tr className="border-b border-line">
              <td className="w-[32%] px-5 py-3" />
              {plans.map((plan) => (
                <th key={plan.id} scope="col" className="px-5 py-3 font-semibold">
                  <span>{plan.name}</span>
                  {plan.id === currentPlanId && (
                    <span className="block text-xs font-medium text-success">{t('Your plan')}</span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label} className="border-b border-line last:border-0">
                <th scope="row" className="px-5 py-3 font-medium">
                  <span>{row.label}</span>
                  {row.note !== undefined && (
                    <span className="mt-0.5 block text-xs font-normal text-muted">{row.note}</span>
                  )}
                </th>
                {plans.map((plan) => (
                  <td
                    key={plan.id}
                    className={classNames('px-5 py-3 tabular-nums', plan.isRecommended && 'font-semibold')}
                  >
                    <CellContent cell={row.cell(plan)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function CellContent({ cell }: { readonly cell: Cell }) {
  if (typeof cell === 'string') return cell;
  return (
    <>
      <Icon of={cell ? Check : Minus} sizePx={16} className={cell ? '' : 'text-muted'} />
      <span className="sr-only">{cell ? t('Included') : t('Not included')}</span>
    </>
  );
}
