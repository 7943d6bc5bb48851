import type { JobHandler } from '../platform/queue/job.ts';
import type { RunDeliverer } from './deliver-run.ts';

export const jobName = 'run-delivery';

/**
 * Sends the due files of one run. If the bucket refuses a file, that is recorded and retried later. The job queue
 * retries only our own errors.
 */
export const handle: JobHandler<typeof jobName, { readonly runDelivery: RunDeliverer }> = async (
  { runId },
  { runDelivery },
  { shutdown, claimLost },
) => runDelivery.drain(runId, AbortSignal.any([shutdown, claimLost]));
