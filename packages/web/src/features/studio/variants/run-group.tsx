import { t } from '@packshot/contract/text/translation';
import { CircleAlert, LayoutGrid } from 'lucide';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { isLocked } from '../state/studio-state.ts';
import { useActions, useStudioState } from '../state/use-studio.ts';
import type { PendingVariant, PictureGroup } from './run-variants.ts';
import { createVariants, useVariants } from './variants.ts';

/** Styles of a tile in the strip. */
export const TILE =
  'relative flex size-16 items-center justify-center overflow-hidden rounded-md border border-line compact:size-11';

interface RunGroupProps extends PictureGroup {
  readonly runId: string;
  readonly pending: readonly PendingVariant[];
  /** Tiles of the variants that have arrived. */
  readonly children: ReactNode;
}

/** Variants of one run, and a button that shows all of them side by side. */
export function RunGroup({ runId, results, pending, children }: RunGroupProps) {
  const variants = useActions(createVariants);
  const isOpen = useVariants(({ openRunId }) => openRunId === runId);
  const newCount = useVariants(({ newIds }) => results.filter(({ id }) => newIds.includes(id)).length);
  const isFixed = useStudioState(isLocked);
  const count = results.length + pending.length;
  const label =
    newCount > 0
      ? t('Show all {count} variants, {newCount} new', { count, newCount })
      : t('Show all {count} variants', { count });
  return (
    <li className="-my-1.5 flex shrink-0 gap-1.5 rounded-lg bg-fill p-1.5 compact:-my-1 compact:gap-1 compact:p-1 forced-colors:border">
      <button
        type="button"
        aria-label={label}
        aria-expanded={isOpen}
        title={label}
        data-opens-sheet
        disabled={isFixed || results.length === 0}
        onClick={() => (isOpen ? variants.close() : variants.open(runId))}
        className={classNames(
          'flex w-11 shrink-0 flex-col items-center justify-center gap-1 rounded-md text-xs font-medium tabular-nums transition-colors hover:bg-fill-strong disabled:opacity-60 compact:h-11 compact:gap-0 compact:text-[11px]',
          isOpen && 'bg-fill-strong',
        )}
      >
        <Icon of={LayoutGrid} sizePx={18} />
        {newCount > 0 ? (
          <span className="rounded-full bg-accent-soft px-1.5 font-semibold whitespace-nowrap text-accent-text">
            {t('{count} new', { count: newCount })}
          </span>
        ) : (
          <span className="text-muted">{count}</span>
        )}
      </button>
      <ul aria-label={t('Variants')} className="flex gap-1.5 compact:gap-2">
        {children}
        {pending.map((variant) => (
          <WaitingVariant key={variant.id} {...variant} />
        ))}
      </ul>
    </li>
  );
}

function WaitingVariant({ failure, progress }: PendingVariant) {
  if (failure !== null) {
    return (
      <li className="shrink-0">
        <div
          role="img"
          aria-label={t('Failed: {reason}', { reason: failure })}
          title={failure}
          className={`${TILE} text-danger`}
        >
          <Icon of={CircleAlert} />
        </div>
      </li>
    );
  }
  return (
    <li className="shrink-0">
      <div role="img" aria-label={t('A variant in progress')} className={TILE}>
        <Skeleton className="absolute inset-0 rounded-none" />
        <span
          aria-hidden
          className="absolute inset-x-0 bottom-0 h-1 origin-left bg-accent transition-transform"
          style={{ transform: `scaleX(${progress ?? 0})` }}
        />
      </div>
    </li>
  );
}
