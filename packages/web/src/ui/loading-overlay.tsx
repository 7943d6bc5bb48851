import { t } from '@packshot/contract/text/translation';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import {
  showsSpinner,
  PROGRESS_DONE_PERCENT,
  INITIAL_PERCENT,
  percentOnChange,
  percentOnTick,
  PROGRESS_STEP_INTERVAL_MS,
} from './loading-progress.ts';
import type { LoadingState, ProgressInput } from './loading-progress.ts';
import { useInertPage } from './modal-scope.ts';
import { Spinner } from './spinner.tsx';

/** z-index above everything else, including toasts and dialogs. */
const OVERLAY_Z_INDEX = 1_000_000;

/** Time in milliseconds for which the full bar stays visible; short enough not to delay the user noticeably. */
const FULL_BAR_LINGER_MS = 180;

export interface LoadingOverlayProps {
  readonly state: LoadingState;
  /** 'progress' shows a progress bar, except for the message 'Processing...'. */
  readonly mode?: 'spinner' | 'progress';
  /** Measured progress of the work, 0 to 1, if known. */
  readonly trueProgress?: number | undefined;
  /** Additional elements, such as a Cancel button. */
  readonly actions?: ReactNode;
  /** 'light' shows the page behind the overlay, and the bar on a card. */
  readonly veil?: 'full' | 'light';
}

/** Overlay that covers the whole screen during work that blocks all other actions. */
export function LoadingOverlay({
  state,
  mode = 'spinner',
  trueProgress,
  actions,
  veil = 'full',
}: LoadingOverlayProps) {
  const isLoading = state !== false;
  const percent = useLoadingProgress({ state, trueProgress });
  const isLingering = useLinger(isLoading, mode === 'progress' ? FULL_BAR_LINGER_MS : 0);
  useInertPage(isLoading);
  if (!isLoading && !isLingering) return null;

  const message = typeof state === 'string' ? state : undefined;
  const hasBar = mode === 'progress' && !showsSpinner(state);
  return createPortal(
    <div
      data-modal
      data-testid="loading-overlay"
      role="region"
      aria-label={message ?? t('Loading')}
      style={{ zIndex: OVERLAY_Z_INDEX }}
      className={classNames(
        'fixed inset-0 flex animate-fade-in items-center justify-center',
        veil === 'light' ? 'bg-ground/55' : 'bg-ground/90 backdrop-blur-sm',
      )}
    >
      <div
        className={classNames(
          'flex max-w-[80vw] flex-col items-center gap-4',
          veil === 'light' ? 'w-80 rounded-xl border border-line bg-raised p-6 shadow-high' : 'w-72',
        )}
      >
        {hasBar ? <ProgressBar percent={percent} label={message ?? t('Loading')} /> : <Spinner sizePx={32} />}
        <p role="status" className="text-center text-base font-medium">
          {message ?? <span className="sr-only">{t('Loading')}</span>}
        </p>
        {actions}
      </div>
    </div>,
    document.body,
  );
}

interface ProgressBarProps {
  readonly percent: number;
  readonly label: string;
}

function ProgressBar({ percent, label }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={PROGRESS_DONE_PERCENT}
      aria-valuenow={Math.round(percent)}
      className="h-1.5 w-full overflow-hidden rounded-full bg-fill-strong"
    >
      <div
        className="h-full origin-left rounded-full bg-ink transition-transform"
        style={{ transform: `scaleX(${percent / PROGRESS_DONE_PERCENT})` }}
      />
    </div>
  );
}

/** True while `isActive` is true, and for `lingerMs` afterwards. */
function useLinger(isActive: boolean, lingerMs: number): boolean {
  const [isLingering, setIsLingering] = useState(false);
  const [wasActive, setWasActive] = useState(isActive);
  if (isActive !== wasActive) {
    setWasActive(isActive);
    setIsLingering(!isActive && lingerMs > 0);
  }
  useEffect(() => {
    if (!isLingering) return;
    const timer = setTimeout(() => setIsLingering(false), lingerMs);
    return () => clearTimeout(timer);
  }, [isLingering, lingerMs]);
  return isLingering;
}

/** Position of the loading bar in percent, 0 to 100, while `state` is not false. A new run restarts at 0. */
function useLoadingProgress({ state, trueProgress }: ProgressInput): number {
  const isLoading = state !== false;
  const [percent, setPercent] = useState(INITIAL_PERCENT);
  const [wasLoading, setWasLoading] = useState(isLoading);

  if (isLoading !== wasLoading) {
    setWasLoading(isLoading);
    setPercent(isLoading ? INITIAL_PERCENT : percentOnChange(percent, { state: false }));
  } else if (isLoading) {
    const next = percentOnChange(percent, { state, trueProgress });
    if (next !== percent) setPercent(next);
  }

  // The effect doesn't depend on the reported progress: restarting the interval on each report would prevent the bar
  // from stepping.
  useEffect(() => {
    if (!isLoading) return;
    const timer = setInterval(
      () => setPercent((current) => percentOnTick(current, { state: true })),
      PROGRESS_STEP_INTERVAL_MS,
    );
    return () => clearInterval(timer);
  }, [isLoading]);

  return percent;
}
