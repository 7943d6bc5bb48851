import { t } from '@packshot/contract/text/translation';
import { LOADING_INDICATOR_DELAY_MS } from '../../../ui/spinner.tsx';
import { PROGRESS_REMOVING_BACKGROUND_PERCENT } from '../../../ui/loading-progress.ts';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { LoadingOverlay } from '../../../ui/loading-overlay.tsx';
import { requireWork } from '../state/tools.ts';
import type { JobState } from '../state/job.ts';
import { isActive } from '../state/job.ts';
import { createRunActions } from '../run/run-actions.ts';
import { useActions, useGenerationsLeft, useStudio, useStudioState } from '../state/use-studio.ts';
import { progressWords } from '../panel/words.ts';
import { getRunningCost } from '../panel/cost-of-work.ts';

/** Share of the progress bar that the upload takes. */
const UPLOAD_SHARE = PROGRESS_REMOVING_BACKGROUND_PERCENT / 100;

/** Progress of the whole run, 0 to 1, from the upload and the tasks. */
function overallProgress(job: JobState): number {
  if (job.phase === 'uploading') return job.fraction * UPLOAD_SHARE;
  if (job.phase === 'queued') return UPLOAD_SHARE;
  if (job.phase === 'running') return UPLOAD_SHARE + job.fraction * (1 - UPLOAD_SHARE);
  return 0;
}

/** Overlay of a run, with its progress and Cancel. Shown only if the run takes longer than a moment. */
export function RunOverlay() {
  const runActions = useActions(createRunActions);
  const job = useStudioState((state) => state.job);
  const { tools } = useStudio();
  const tool = useStudioState((state) => state.runTool);
  const remaining = useGenerationsLeft();
  const hasVariants = useStudioState((state) => state.runRequestId !== null);
  // Runs with several variants show no overlay: the variants appear one by one in the strip.
  const runId = isActive(job) && !hasVariants ? job.runId : null;
  const [slowRun, setSlowRun] = useState<string | null>(null);
  useEffect(() => {
    if (runId === null) return;
    const timer = setTimeout(() => setSlowRun(runId), LOADING_INDICATOR_DELAY_MS);
    return () => clearTimeout(timer);
  }, [runId]);

  const work = runId !== null && slowRun === runId ? requireWork(tools, tool) : null;
  const message = work && progressWords(job, work);
  return (
    <LoadingOverlay
      state={message ?? false}
      mode="progress"
      trueProgress={overallProgress(job)}
      veil="light"
      actions={
        <>
          <p className="-mt-3 min-h-5 text-sm text-muted tabular-nums">
            {work && (formatStep(job, message) ?? Object.values(getRunningCost(work, remaining)).join(' '))}
          </p>
          <Button variant="secondary" onClick={() => void runActions.cancel()}>
            {t('Cancel')}
          </Button>
        </>
      }
    />
  );
}

/** Percent of the upload, or the worker's current step; null if the message above says as much. */
function formatStep(job: JobState, message: string | null): string | null {
  if (job.phase === 'uploading') return t('{percent}% sent', { percent: Math.floor(job.fraction * 100) });
  if (job.phase === 'queued') return job.stage ?? t('Waiting in line');
  if (job.phase === 'running' && job.stage !== null && job.stage !== message) return job.stage;
  return null;
}
