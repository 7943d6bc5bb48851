import { t } from '@packshot/contract/text/translation';
import type { RunItem } from '@packshot/contract/catalog/items';
import {
  ArrowLeft,
  ArrowRight,
  CircleCheck,
  Columns2,
  PencilLine,
  Search,
  ThumbsDown,
  ThumbsUp,
  Undo2,
} from 'lucide';
import type { IconNode } from 'lucide';
import { memo, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { ROUTES } from '@packshot/contract/routes';
import { useNavigate } from '@tanstack/react-router';
import { offerFix } from '../../../lib/handover/run-fix.ts';
import { generationsLeft, UNLIMITED, useGlobalState } from '../../../lib/state/global-state.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CatalogLink } from '../catalog-link.tsx';
import { NoSuchRun } from '../no-such-run.tsx';
import { enlargedWords, itemName, reviewWords, scoreWords } from '../words.ts';
import { countRemaining } from './review-queue.ts';
import type { ReviewVerdict } from './review-queue.ts';
import { ReviewStage } from './review-stage.tsx';
import { useLinkedItem, useReview } from './use-review.ts';
import type { RunReview } from './use-review.ts';

interface View {
  readonly isBefore: boolean;
  readonly isZoomed: boolean;
}
const PLAIN: View = { isBefore: false, isZoomed: false };

/** Review of a run: one photo after another, most serious quality flags first, to approve, reject or correct. */
export default function ReviewPage({ runId }: { readonly runId: string }) {
  const review = useReview(runId);
  const { queue } = review;
  const { item, renew } = useLinkedItem(runId, queue);
  const [view, setView] = useState<View>(PLAIN);
  const fix = useFix(runId, review);
  const remaining = countRemaining(queue);
  const decide = (verdict: ReviewVerdict): void => {
    setView(PLAIN);
    review.decide(verdict);
  };
  const step = (by: 1 | -1): void => {
    setView(PLAIN);
    review.step(by);
  };
  const actions: Actions = {
    approve: () => decide('approve'),
    reject: () => decide('reject'),
    fix: () => item && fix(item),
    undo: () => {
      setView(PLAIN);
      review.undo();
    },
    previous: () => step(-1),
    next: () => step(1),
    compare: () => setView((before) => ({ ...before, isBefore: !before.isBefore })),
    zoom: () => setView((before) => ({ ...before, isZoomed: !before.isZoomed })),
  };
  useReviewKeys(actions);
  const buttons = useSteady(actions);

  if (!review.isLoaded) return <Skeleton className="m-6 min-h-96 flex-1" />;
  if (item === null && review.failure === OWN_MESSAGES.notFound) return <NoSuchRun />;
  if (item === null && review.failure !== null) {
    return (
      <div className="mx-auto w-full max-w-5xl p-6">
        <LoadFailure message={review.failure} onRetry={review.retry} />
      </div>
    );
  }
  if (item === null && remaining > 0) return <Skeleton className="m-6 min-h-96 flex-1" />;
  if (item === null)
    return <NothingLeft runId={runId} canUndo={queue.history.length > 0} onUndo={actions.undo} />;
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-3 px-6 pt-4 pb-6 max-md:px-4 short:gap-2 short:pt-2 short:pb-2">
      <Heading runId={runId} item={item} left={remaining} review={review} />
      {remaining === 0 ? (
        <NothingLeft runId={runId} canUndo onUndo={actions.undo} />
      ) : (
        <>
          <ReviewStage item={item} isBefore={view.isBefore} isZoomed={view.isZoomed} onGone={renew} />
          <Facts item={item} verdict={queue.verdicts.get(item.row) ?? null} />
          <Bar
            actions={buttons}
            isBefore={view.isBefore}
            isZoomed={view.isZoomed}
            canUndo={queue.history.length > 0}
          />
        </>
      )}
    </div>
  );
}

interface Actions {
  readonly approve: () => void;
  readonly reject: () => void;
  readonly fix: () => void;
  readonly undo: () => void;
  readonly previous: () => void;
  readonly next: () => void;
  readonly compare: () => void;
  readonly zoom: () => void;
}

const KEYS: Readonly<Record<string, keyof Actions>> = {
  a: 'approve',
  r: 'reject',
  f: 'fix',
  u: 'undo',
  z: 'zoom',
  ' ': 'compare',
  arrowleft: 'previous',
  arrowright: 'next',
  arrowup: 'previous',
  arrowdown: 'next',
};

/** Shortcut keys, active on the whole page except in fields; on a focused button or link, Space activates it. */
function useReviewKeys(actions: Actions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, textarea, select, [contenteditable], [role=menu], [role=dialog]')) return;
    if (event.key === ' ' && target?.closest('button, a, summary')) return;
    const action = KEYS[event.key.toLowerCase()];
    if (action === undefined) return;
    event.preventDefault();
    // Ignores key repeat except for moving between photos, so that a held key can't decide unseen photos.
    if (!event.repeat || action === 'previous' || action === 'next') actions[action]();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** Wrappers of the actions that stay the same functions, so that the buttons don't re-render for each photo. */
function useSteady(actions: Actions): Actions {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  return useMemo(
    () =>
      Object.fromEntries(
        Object.values(KEYS).map((name) => [name, () => latest.current[name]()]),
      ) as unknown as Actions,
    [],
  );
}

/** Opens the photo in Create; the user's corrected cut-out returns to the run. */
function useFix(runId: string, review: RunReview): (item: RunItem) => void {
  const navigate = useNavigate();
  return (item) => {
    const { photo_url: url } = item;
    if (url === null) {
      showToast('warning', t('This photo is still being fetched. Please try again in a moment.'));
      return;
    }
    // Waits for pending decisions before leaving the page.
    void review.settled().then(() => {
      offerFix({
        opens: 'cut-out',
        runId,
        row: item.row,
        name: itemName(item),
        url,
        fileName: item.source.name,
        doubts: item.doubts,
      });
      return navigate({ to: ROUTES.studio });
    });
  };
}

interface ReviewHeadingProps {
  readonly runId: string;
  readonly item: RunItem;
  readonly left: number;
  readonly review: RunReview;
}

function Heading({ runId, item, left, review }: ReviewHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Focuses the heading, so that keys work and screen readers start at it.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { unsent } = review;
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <CatalogLink to={{ kind: 'run', id: runId }} className={buttonClasses('ghost', 'sm')}>
        <Icon of={ArrowLeft} sizePx={16} />
        {t('Back to run')}
      </CatalogLink>
      <h1 ref={heading} tabIndex={-1} className="text-lg font-semibold">
        {t('Review')}
      </h1>
      <p role="status" className="text-sm text-muted tabular-nums">
        <span className="sr-only">{left > 0 && `${itemName(item)}. `}</span>
        {left === 0 ? t('Nothing left') : t('{left, number} left', { left })}
      </p>
      {unsent.failure !== null && (
        <p role="alert" className="flex items-center gap-2 text-sm text-danger">
          {t('{count, plural, one {# decision} other {# decisions}} not saved: {failure}', {
            count: unsent.count,
            failure: unsent.failure,
          })}
          <button type="button" onClick={review.retry} className="font-semibold underline underline-offset-2">
            {t('Try again')}
          </button>
        </p>
      )}
    </header>
  );
}

const VERDICT_WORDS: Readonly<Record<ReviewVerdict, string>> = {
  approve: t('Approved'),
  reject: t('Rejected'),
};

/** Facts about the photo: its name, the engine's confidence, and its quality flags. */
function Facts({ item, verdict }: { readonly item: RunItem; readonly verdict: ReviewVerdict | null }) {
  const findings = item.outputs.flatMap((output) => output.findings ?? []);
  const sentences = [
    ...new Set([...reviewWords(item), ...findings.map((each) => each.message), ...enlargedWords(item)]),
  ];
  return (
    <div className="grid gap-1 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">
          <bdi translate="no">{itemName(item)}</bdi>
        </span>
        <span className="text-muted tabular-nums">
          {t('Row {row, number}', { row: item.row })}
          {item.score !== null && ` · ${scoreWords(item.score)}`}
        </span>
        {verdict !== null && (
          <span
            className={verdict === 'approve' ? 'font-semibold text-success' : 'font-semibold text-danger'}
          >
            {VERDICT_WORDS[verdict]}
          </span>
        )}
      </p>
      <p className="min-h-5 text-muted">{sentences.join(' ')}</p>
    </div>
  );
}

interface ReviewBarProps extends View {
  readonly actions: Actions;
  readonly canUndo: boolean;
}

const Bar = memo(function Bar({ actions, isBefore, isZoomed, canUndo }: ReviewBarProps) {
  const isPaid = useGlobalState((state) => generationsLeft(state) !== UNLIMITED);
  return (
    // Clicks don't take the focus away from the page, so that Space still switches the comparison.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="flex flex-wrap items-center justify-between gap-3 max-md:justify-center"
    >
      <div className="flex gap-1">
        <IconButton
          icon={ArrowLeft}
          label={t('Previous')}
          hint="←"
          side="top"
          outlined
          onClick={actions.previous}
        />
        <IconButton icon={ArrowRight} label={t('Next')} hint="→" side="top" outlined onClick={actions.next} />
        <IconButton
          icon={Columns2}
          label={t('Compare with the photo')}
          hint="Space"
          side="top"
          outlined
          pressed={isBefore}
          onClick={actions.compare}
        />
        <IconButton
          icon={Search}
          label={t('Zoom to the flagged area')}
          hint="Z"
          side="top"
          outlined
          pressed={isZoomed}
          onClick={actions.zoom}
        />
        <p aria-hidden className="ml-2 self-center text-xs text-muted max-lg:hidden pointer-coarse:hidden">
          {t('← → browse, Space compares, Z zooms')}
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2 max-md:order-first max-md:w-full">
        <Decide icon={Undo2} label={t('Undo')} keyName="U" disabled={!canUndo} onClick={actions.undo} />
        <Decide icon={PencilLine} label={t('Fix')} keyName="F" onClick={actions.fix} />
        <Decide icon={ThumbsDown} label={t('Reject')} keyName="R" onClick={actions.reject} />
        <Decide icon={ThumbsUp} label={t('Approve')} keyName="A" isMain onClick={actions.approve} />
        {isPaid && (
          <p className="w-full text-center text-xs text-muted">
            {t('Fix opens the cut-out in Create. Saving it to the run uses 1 generation.')}
          </p>
        )}
      </div>
    </div>
  );
});

interface DecideProps {
  readonly icon: IconNode;
  readonly label: string;
  readonly keyName: string;
  readonly isMain?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Decide({ icon, label, keyName, isMain = false, disabled = false, onClick }: DecideProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts={keyName}
      disabled={disabled}
      onClick={onClick}
      className={classNames(buttonClasses(isMain ? 'primary' : 'secondary'), 'max-md:flex-1 max-md:px-2!')}
    >
      <Icon of={icon} sizePx={16} className="shrink-0" />
      {label}
      <kbd
        translate="no"
        aria-hidden
        className="rounded-sm border border-current px-1 font-sans text-2xs opacity-60 max-md:hidden"
      >
        {keyName}
      </kbd>
    </button>
  );
}

function NothingLeft(props: {
  readonly runId: string;
  readonly canUndo: boolean;
  readonly onUndo: () => void;
}) {
  return (
    <EmptyState
      icon={CircleCheck}
      title={t('Nothing left to review')}
      actions={
        <>
          <CatalogLink to={{ kind: 'run', id: props.runId }} className={buttonClasses()}>
            {t('Back to run')}
          </CatalogLink>
          {props.canUndo && (
            <button type="button" onClick={props.onUndo} className={buttonClasses('secondary')}>
              {t('Undo last decision')}
            </button>
          )}
        </>
      }
    >
      <p>{t('You’ve reviewed every flagged picture in this run.')}</p>
    </EmptyState>
  );
}
