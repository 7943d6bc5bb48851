import { LOADING_INDICATOR_DELAY_MS } from '../../../ui/spinner.tsx';
import { PROGRESS_REMOVING_BACKGROUND_PERCENT } from '../../../ui/loading-progress.ts';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { LoadingOverlay } from '../../../ui/loading-overlay.tsx';
import { workOf } from '../state/tools.ts';
import type { Job } from '../state/job.ts';
import { isActive } from '../state/job.ts';
import { createRunActions } from '../run/run-actions.ts';
import { useActions, useStudio, useStudioState } from '../state/use-studio.ts';
import { progressWords } from '../panel/words.ts';

/** The share of the whole bar that the upload takes: the bar jumps there when the upload is done. */
const UPLOAD_SHARE = PROGRESS_REMOVING_BACKGROUND_PERCENT / 100;

/** True progress of the whole run, 0 to 1. */
function overallProgress(job: Job): number {
  if (job.phase === 'uploading') return job.fraction * UPLOAD_SHARE;
  if (job.phase === 'queued') return UPLOAD_SHARE;
  if (job.phase === 'running') return UPLOAD_SHARE + job.fraction * (1 - UPLOAD_SHARE);
  return 0;
}

/** The run's overlay: it comes only when the run takes longer than a moment, and it can be canceled. */
export function RunOverlay() {
  const runActions = useActions(createRunActions);
  const job = useStudioState((state) => state.job);
  const { tools } = useStudio();
  const tool = useStudioState((state) => state.runTool);
  const hasVariants = useStudioState((state) => state.runRequestId !== null);
  // Scenes come one by one and are watched for in the strip; nothing has to cover the stage for them.
  const runId = isActive(job) && !hasVariants ? job.runId : null;
  const [slowRun, setSlowRun] = useState<string | null>(null);
  useEffect(() => {
    if (runId === null) return;
    const timer = setTimeout(() => setSlowRun(runId), LOADING_INDICATOR_DELAY_MS);
    return () => clearTimeout(timer);
  }, [runId]);

  const message = runId !== null && slowRun === runId ? progressWords(job, workOf(tools, tool)) : null;
  return (
    <LoadingOverlay
      state={message ?? false}
      mode="progress"
      trueProgress={overallProgress(job)}
      veil="light"
      actions={
        <>
          <p className="-mt-3 min-h-5 text-sm text-muted tabular-nums">{detailOf(job, message)}</p>
          <Button variant="secondary" onClick={() => void runActions.cancel()}>
            Cancel
          </Button>
        </>
      }
    />
  );
}

/** What the bar cannot say: true upload percent, the worker's stage; else what everybody wonders. */
function detailOf(job: Job, message: string | null): string {
  if (job.phase === 'uploading') return `${Math.floor(job.fraction * 100)}% sent`;
  if (job.phase === 'queued') return job.stage ?? 'Waiting in line';
  if (job.phase === 'running' && job.stage !== null && job.stage !== message) return job.stage;
  return 'Free if it fails or you cancel';
}
