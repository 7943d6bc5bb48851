import { useEffect, useState } from 'react';
import {
  INITIAL_PERCENT,
  percentOnChange,
  percentOnTick,
  PROGRESS_STEP_INTERVAL_MS,
} from './loading-progress.ts';
import type { ProgressInput } from './loading-progress.ts';

/** The percentage of the loading bar, 0 to 100, while `state` is not false. A new run restarts at 0. */
export function useLoadingProgress({ state, trueProgress }: ProgressInput): number {
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

  // Independent of reported progress: restarting the interval on each report would keep the bar from ever
  // stepping.
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
