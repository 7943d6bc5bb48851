import { t } from '@packshot/contract/text/translation';
import type { Run } from '@packshot/contract/catalog/runs';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { lazy, Suspense, useCallback, useEffect, useState, useId } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { refreshFreemiumCredits } from '../../../lib/plans/credits.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeliveryCard } from '../buckets/delivery-card.tsx';
import { DraftPage } from '../draft/draft-page.tsx';
import { decisionsArrived } from '../review/decision-line.ts';
import { NoSuchRun } from '../no-such-run.tsx';
import { Outdated } from '../outdated.tsx';
import { usePolled } from '../use-polled.ts';
import {
  countMade,
  PAUSE_WORDS,
  progressWords,
  recipeName,
  timeWords,
  numberWords,
  STATE_WORDS,
} from '../words.ts';
import { RowList } from './row-list.tsx';
import { RunActions } from './run-actions.tsx';
import { RunProgress } from './run-progress.tsx';
import { StatusBadge } from './status-badge.tsx';
import { ITEM_STATES } from '@packshot/contract/catalog/items';
import type { ItemCounts, ItemState } from '@packshot/contract/catalog/items';
import { classNames } from '../../../ui/class-names.ts';

type StateChoice = ItemState | 'all';

interface StateFilterProps {
  readonly counts: ItemCounts;
  readonly total: number;
  readonly value: StateChoice;
  readonly onChange: (value: StateChoice) => void;
}

function StateFilter({ counts, total, value, onChange }: StateFilterProps) {
  const name = useId();
  const choices = [
    { value: 'all' as const, label: t('All'), count: total },
    ...ITEM_STATES.filter((state) => counts[state] > 0 || state === value).map((state) => ({
      value: state,
      label: STATE_WORDS[state],
      count: counts[state],
    })),
  ];
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{t('Photos shown')}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={classNames(
            'relative inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-full border px-3 text-xs font-medium transition-colors pointer-coarse:h-10',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            choice.value === value
              ? 'border-ink bg-fill-strong'
              : 'border-line text-muted hover:border-line-strong hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {choice.label} <span className="tabular-nums">{numberWords(choice.count)}</span>
        </label>
      ))}
    </fieldset>
  );
}

const StylePanel = lazy(async () => ({ default: (await import('../style/style-panel.tsx')).StylePanel }));
const RowDialog = lazy(async () => ({ default: (await import('./row-dialog.tsx')).RowDialog }));

const POLL_MS = 3000;

export function RunPage({ id }: { readonly id: string }) {
  const ask = useCallback(async () => {
    // Waits for pending decisions, so that the counts include the last ones of a review.
    await decisionsArrived(id);
    return (await call('readRun', { params: { id } })).data;
  }, [id]);
  const { value: run, failure, reload, replace } = usePolled(ask, isSettled, POLL_MS);
  useFreshBalance(run);
  if (run === null) {
    if (failure === OWN_MESSAGES.notFound) return <NoSuchRun />;
    if (failure !== null) return <LoadFailure message={failure} onRetry={() => void reload()} />;
    return <Skeleton className="h-64" />;
  }
  if (run.status === 'draft') return <DraftPage run={run} onChange={replace} onReload={reload} />;
  return (
    <>
      <Outdated failure={failure} />
      <Work run={run} onChange={replace} onReload={reload} />
    </>
  );
}

/** Updates the balance in the header when the run has made pictures. */
function useFreshBalance(run: Run | null): void {
  const madeCount = run === null || run.status === 'draft' ? null : countMade(run);
  useEffect(() => {
    if (madeCount !== null) void refreshFreemiumCredits();
  }, [madeCount]);
}

/**
 * Whether the run changes only by user actions. Paused runs still finish started photos; finished runs may still
 * deliver files.
 */
const isSettled = ({ status, counts, to }: Run): boolean =>
  status !== 'running' && counts.running === 0 && (to === null || to.ended_at !== null);

interface WorkProps {
  readonly run: Run;
  readonly onChange: (run: Run) => void;
  readonly onReload: () => Promise<void>;
}

function Work({ run, onChange, onReload }: WorkProps) {
  const [state, setState] = useState<StateChoice>('all');
  const [activeView, setActiveView] = useState<'rows' | 'style'>('rows');
  const [openRow, setOpenRow] = useState<number | null>(null);
  return (
    <>
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-lg font-semibold break-words">
            <bdi translate="no">{run.name}</bdi>
          </h1>
          <StatusBadge status={run.status} />
        </div>
        <RunProgress run={run} />
        <p role="status" className="text-sm text-muted tabular-nums">
          {progressWords(run)} · <bdi translate="no">{recipeName(run.recipe)}</bdi>
          {run.expires_at !== null && ` · ${t('kept until {time}', { time: timeWords(run.expires_at) })}`}
        </p>
        {run.paused_because !== null && <Notice tone="info">{PAUSE_WORDS[run.paused_because]}</Notice>}
        <RunActions run={run} onChange={onChange} />
      </header>
      <SegmentedControl
        label={t('Part of the run')}
        value={activeView}
        segments={[
          { value: 'rows', label: t('Pictures') },
          { value: 'style', label: t('Consistency') },
        ]}
        onChange={setActiveView}
        className="justify-self-start bg-fill-strong!"
      />
      {activeView === 'rows' ? (
        <>
          <StateFilter counts={run.counts} total={run.items} value={state} onChange={setState} />
          <RowList
            key={state}
            runId={run.id}
            state={state === 'all' ? null : state}
            refreshKey={`${run.status} ${JSON.stringify(run.counts)} ${run.to?.delivered ?? 0} ${run.to?.failed ?? 0}`}
            onOpen={setOpenRow}
          />
        </>
      ) : (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <StylePanel key={countMade(run)} run={run} onOpen={setOpenRow} />
        </Suspense>
      )}
      <DeliveryCard run={run} onChange={onChange} />
      {openRow !== null && (
        <Suspense fallback={null}>
          <RowDialog
            runId={run.id}
            row={openRow}
            onClose={() => setOpenRow(null)}
            onChange={() => void onReload()}
          />
        </Suspense>
      )}
    </>
  );
}
